// glibc says by a variable whether a program may have more than one thread. It never has to say that there is only one.
#include <sys/single_threaded.h>
extern int absent __attribute__((weak));
int main(void) {
  if (&absent) return 1;
  return __libc_single_threaded ? 0 : 0;
}
