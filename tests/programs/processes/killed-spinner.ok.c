// A child goes round in circles until its parent ends it.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0)
    for (;;) {
    }
  kill(child, SIGKILL);
  int status;
  if (waitpid(child, &status, 0) != child) return 2;
  assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}
