// A child leaves a pointer to memory of its own in shared memory: for the parent it leads nowhere.
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int **place = mmap(NULL, sizeof *place, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return 1;
  if (fork() == 0) {
    *place = malloc(sizeof **place);
    if (*place) **place = 5;
    _exit(0);
  }
  if (wait(NULL) < 0) return 2;
  return *place ? **place != 5 : 0; //~ invalid-dereference
}
