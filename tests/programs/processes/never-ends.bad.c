// A child waits for ever, and its parent for it.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child == 0)
    for (;;) pause();
  int status;
  assert(waitpid(child, &status, 0) == child); //~ deadlock: all 2 processes
  return 0;
}
