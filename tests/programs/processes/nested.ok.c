// A child has a child of its own. A process waits for its own children only.
#include <assert.h>
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child == 0) {
    pid_t inner = fork();
    if (inner == 0) _exit(2);
    int status;
    assert(waitpid(inner, &status, 0) == inner && WEXITSTATUS(status) == 2);
    _exit(1);
  }
  int status;
  assert(waitpid(child + 1, &status, WNOHANG) == -1 && errno == ECHILD);
  assert(wait(&status) == child && WEXITSTATUS(status) == 1);
  assert(wait(NULL) == -1 && errno == ECHILD);
  return 0;
}
