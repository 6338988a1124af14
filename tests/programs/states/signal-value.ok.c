// A pointer that is sent with a signal arrives as it was sent.
#include <gmc.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  int *number = malloc(sizeof *number);
  *number = gmc_choose(2);
  sigqueue(getpid(), SIGUSR1, (union sigval){.sival_ptr = number});
  number = NULL;
  for (int i = 0; i < 4; i++) gmc_choose(2);
  siginfo_t info;
  sigwaitinfo(&set, &info);
  number = info.si_value.sival_ptr;
  gmc_assert(*number == 0 || *number == 1);
  free(number);
  return 0;
}
