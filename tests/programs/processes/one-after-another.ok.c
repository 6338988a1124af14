// Children that come one after another, each beside the parent: one that begins takes over what another that has ended
// needs no more, and the search goes back to that one all the same.
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int number;

int main(void) {
  atomic_int *sum = mmap(NULL, sizeof *sum, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int *own = calloc(1, sizeof *own);
  for (int i = 1; i <= 4; i++) {
    if (fork() == 0) {
      number = i;
      *own += i;
      atomic_fetch_add(sum, number);
      if (number == 4) assert(atomic_load(sum) >= 46);
      atomic_fetch_add(sum, *own);
      _exit(0);
    }
    atomic_fetch_add(sum, 10);
    assert(number == 0 && *own == 0);
    wait(NULL);
  }
  assert(atomic_load(sum) == 60);
  free(own);
  return 0;
}
