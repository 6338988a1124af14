// A handler of SIGCHLD reaps one child for each signal, but one signal may stand for both.
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t reaped;

static void reap(int number) {
  int before = errno;
  (void)number;
  if (waitpid(-1, NULL, WNOHANG) > 0) reaped++;
  errno = before;
}

int main(void) {
  struct sigaction action = {.sa_handler = reap};
  sigset_t held, before;
  sigemptyset(&held);
  sigaddset(&held, SIGCHLD);
  sigprocmask(SIG_BLOCK, &held, &before);
  sigaction(SIGCHLD, &action, NULL);
  for (int i = 0; i < 2; i++)
    if (fork() == 0) _exit(0);
  while (reaped < 2) sigsuspend(&before); //~ deadlock
  return 0;
}
