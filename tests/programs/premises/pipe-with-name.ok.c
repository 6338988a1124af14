// There are no pipes with names.
//@ unknown: `mkfifo`
#include <fcntl.h>
#include <gmc.h>
#include <stdlib.h>
#include <sys/stat.h>

int main(void) {
  switch (gmc_choose(3)) {
  case 0:
    if (mkfifo("fifo", 0600) != 0) abort();
    break;
  case 1:
    if (mkfifoat(AT_FDCWD, "fifo", 0600) != 0) abort();
    break;
  default:
    if (mknod("fifo", S_IFIFO | 0600, 0) != 0) abort();
  }
  return 0;
}
