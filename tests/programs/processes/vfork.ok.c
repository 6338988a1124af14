// vfork: the parent goes on when the child has ended.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  pid_t child = vfork();
  if (child == 0) {
    (void)!write(ends[1], "x", 1);
    _exit(4);
  }
  int status = 0;
  pid_t found = waitpid(child, &status, WNOHANG);
  assert(found == child && WEXITSTATUS(status) == 4);
  char byte = 0;
  assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
  return 0;
}
