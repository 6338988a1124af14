// A child outlives its parent, and gets another one.
#include <assert.h>
#include <unistd.h>

int main(void) {
  pid_t parent = getpid();
  if (fork() == 0) {
    pid_t now = getppid();
    assert(now == parent || now != getpid());
    _exit(0);
  }
  return 0;
}
