// A signal whose handler raises it again.
#include <signal.h>
static volatile sig_atomic_t n;
static void handler(int number) {
  n ^= 1;
  signal(number, handler);
}
int main(void) {
  signal(SIGUSR1, handler);
  for (unsigned long round = 0;; round++)
    raise(SIGUSR1);
}
