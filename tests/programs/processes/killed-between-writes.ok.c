// A child is ended when it has written to memory that it shares with its parent.
#include <assert.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int *both = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (both == MAP_FAILED) return 1;
  pid_t child = fork();
  if (child < 0) return 2;
  if (child == 0) {
    both[0] = 1;
    both[1] = 1;
    _exit(0);
  }
  if (waitpid(child, NULL, 0) != child) return 3;
  assert(both[0] == both[1]);
}
