// Shared memory is used before it is unmapped.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  if (fork() == 0) {
    *shared = 1;
    _exit(0);
  }
  if (wait(NULL) < 0) return 2;
  int is_set = *shared == 1;
  munmap(shared, 4096);
  return !is_set;
}
