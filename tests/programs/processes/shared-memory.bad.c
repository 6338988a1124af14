// Children count in memory that they share with their parent, and nothing orders them.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int *count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (count == MAP_FAILED) return 1;
  for (int i = 0; i < 2; i++)
    if (fork() == 0) {
      *count += 1; //~ data-race: process
      _exit(0);
    }
  while (wait(NULL) > 0) {
  }
  return 0;
}
