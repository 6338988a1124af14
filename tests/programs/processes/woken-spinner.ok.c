// A child goes round in circles until a handler tells it to stop.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void handle(int number) { stop = number; }

int main(void) {
  signal(SIGUSR1, handle);
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    while (!stop) {
    }
    _exit(stop == SIGUSR1 ? 3 : 4);
  }
  kill(child, SIGUSR1);
  int status;
  if (waitpid(child, &status, 0) != child) return 2;
  assert(WEXITSTATUS(status) == 3);
}
