// A child that writes where nobody reads any more is ended by SIGPIPE, and its parent finds out.
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
  assert(WIFSIGNALED(status) ? WTERMSIG(status) == SIGPIPE : WEXITSTATUS(status) == 0);
  return 0;
}
