// A set of signals is filled before one is taken out.
#include <signal.h>

int main(void) {
  sigset_t set;
  if (sigfillset(&set) != 0 || sigdelset(&set, SIGINT) != 0) return 1;
  return 0;
}
