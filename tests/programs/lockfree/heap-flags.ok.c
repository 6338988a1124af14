// As heap-flags.bad.c, but with what does hold: at least one sees the flag of the other.
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
  int yours = flags->yours;
  pthread_join(thread, 0);
  free(flags);
  assert(seen || yours);
}
