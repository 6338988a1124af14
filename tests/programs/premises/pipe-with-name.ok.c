// There are no pipes with names.
//@ unknown: `mkfifo`
#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
  if (mkfifo("fifo", 0600) != 0) abort();
  return 0;
}
