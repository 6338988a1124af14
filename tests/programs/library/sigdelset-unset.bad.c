// One signal is taken out of a set that was never filled.
#include <signal.h>

int main(void) {
  sigset_t set;
  if (sigdelset(&set, SIGINT) != 0) return 1; //~ uninitialized-read: sigdelset
  return 0;
}
