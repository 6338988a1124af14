// Each thread raises a flag in heap memory and looks at the other one: often one of them comes too early to see it. The states
// behind the loop that waits are met again, and what follows from them is about memory without a lasting name.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct flags {
  atomic_int mine, yours;
};

static atomic_int ready;
static int seen;

static void *other(void *argument) {
  struct flags *flags = argument;
  ready = 1;
  flags->yours = 1;
  if (flags->mine)
    seen = 1;
  return 0;
}

int main(void) {
  struct flags *flags = calloc(1, sizeof *flags);
  pthread_t thread;
  pthread_create(&thread, 0, other, flags);
  while (!ready)
    ;
  flags->mine = 1;
  (void)flags->yours;
  pthread_join(thread, 0);
  free(flags);
  assert(seen); //~ assertion
}
