// stdlib.h: a program is checked alone: there is no shell, and what system is to run does not run.
//@ native: no
#include <errno.h>
#include <stdlib.h>

int main(void) {
  errno = 0;
  if (system(NULL) != 0 || errno)
    return 1;
  return system("exit 3") != -1 || errno != ENOSYS ? 2 : 0;
}
