// Children count in memory that they share with their parent, with an atomic operation.
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  atomic_int *count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (count == MAP_FAILED) return 1;
  for (int i = 0; i < 2; i++)
    if (fork() == 0) {
      atomic_fetch_add(count, 1);
      _exit(0);
    }
  while (wait(NULL) > 0) {
  }
  return *count != 2;
}
