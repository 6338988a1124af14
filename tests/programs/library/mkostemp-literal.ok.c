// mkostemp writes the name that it makes up into its argument.
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/nameXXXXXX";
  int file = mkostemp(name, 0);
  if (file >= 0) {
    close(file);
    unlink(name);
  }
  return 0;
}
