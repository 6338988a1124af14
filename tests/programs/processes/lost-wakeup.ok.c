// A child wakes its parent by a signal. The parent holds it back until it waits, so it cannot miss it.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t woken;

static void wake(int number) {
  (void)number;
  woken = 1;
}

int main(void) {
  struct sigaction action = {.sa_handler = wake};
  sigset_t held, before;
  sigemptyset(&held);
  sigaddset(&held, SIGUSR1);
  sigprocmask(SIG_BLOCK, &held, &before);
  sigaction(SIGUSR1, &action, NULL);
  pid_t parent = getpid();
  if (fork() == 0) {
    kill(parent, SIGUSR1);
    _exit(0);
  }
  while (!woken) sigsuspend(&before);
  sigprocmask(SIG_SETMASK, &before, NULL);
  while (wait(NULL) < 0) {
  }
  return 0;
}
