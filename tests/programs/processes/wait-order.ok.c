// Which of two children ends first is open: `wait` returns either, and `waitpid` the one that is asked for.
#include <assert.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t children[2];
  for (int i = 0; i < 2; i++) {
    children[i] = fork();
    if (children[i] == 0) _exit(i + 1);
  }
  int status;
  pid_t first = wait(&status);
  int which = first == children[1];
  assert(first == children[which] && WEXITSTATUS(status) == which + 1);
  assert(waitpid(children[!which], &status, 0) == children[!which]);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 2 - which);
  assert(wait(NULL) == -1);
  return 0;
}
