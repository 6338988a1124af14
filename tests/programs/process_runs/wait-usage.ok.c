// sys/wait.h: wait3 and wait4, which say what a child has used as well; unistd.h: daemon, whose first process ends.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child(int code, int detach) {
  pid_t made = fork();
  if (made == 0) {
    if (detach && daemon(1, 1) != 0)
      _exit(99);
    _exit(code);
  }
  return made;
}

int main(void) {
  int status = 0;
  struct rusage usage;
  pid_t first = child(3, 0);
  if (wait4(first, &status, 0, &usage) != first || WEXITSTATUS(status) != 3) return 1;
  pid_t second = child(4, 0);
  if (wait3(&status, 0, NULL) != second || WEXITSTATUS(status) != 4) return 2;
  pid_t third = child(5, 1);
  if (waitpid(third, &status, 0) != third || WEXITSTATUS(status) != 0) return 3;
  if (wait3(&status, WNOHANG, &usage) != -1) return 4;
  return 0;
}
