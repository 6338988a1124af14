// kill, sigaction, SIGCHLD, sleep: signals between processes, with the status of those that they end.
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t got, ended;

static void note(int number) { got = number; }
static void child_ended(int number) { ended += number == SIGCHLD; }

int main(void) {
  struct sigaction action = {.sa_handler = note};
  sigaction(SIGUSR1, &action, NULL);
  signal(SIGCHLD, child_ended);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    kill(parent, SIGUSR1);
    for (;;) pause();
  }
  while (!got) usleep(1000);
  printf("%d\n", got == SIGUSR1);
  kill(child, SIGKILL);
  int status;
  while (waitpid(child, &status, 0) < 0) {
  }
  printf("%d %d %d\n", WIFSIGNALED(status), WTERMSIG(status), ended > 0);
  printf("%d\n", kill(child, 0));
  return 0;
}
