// Memory that processes share is not modelled yet, and gmc says so.
//@ unknown: MAP_SHARED
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
  wait(NULL);
  return *shared != 1;
}
