// The child takes it for given that its parent is still there.
#include <assert.h>
#include <unistd.h>

int main(void) {
  pid_t parent = getpid();
  if (fork() == 0) {
    assert(getppid() == parent); //~ assertion
    _exit(0);
  }
  return 0;
}
