// The signal may come after the parent has looked, and before it waits.
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
  sigaction(SIGUSR1, &action, NULL);
  pid_t parent = getpid();
  if (fork() == 0) {
    kill(parent, SIGUSR1);
    _exit(0);
  }
  while (!woken) pause(); //~ deadlock
  while (wait(NULL) < 0) {
  }
  return 0;
}
