// The parent takes it for given that the child gets to write before the pipe is closed.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    for (int i = 0; i < 3; i++)
      if (write(ends[1], "x", 1) != 1) _exit(1);
    _exit(0);
  }
  close(ends[0]);
  close(ends[1]);
  int status;
  assert(wait(&status) == child);
  assert(WIFEXITED(status)); //~ assertion
  return 0;
}
