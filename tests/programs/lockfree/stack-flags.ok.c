// As stack-flags.bad.c, but the flag is raised before there is another thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct flags {
  atomic_long first, second;
};

static int seen;

static void *other(void *argument) {
  struct flags *flags = *(struct flags **)argument;
  flags->first = 1;
  if (flags->second)
    seen = 1;
  return 0;
}

int main(void) {
  struct flags flags = {0, 0}, *pointer = &flags;
  flags.second = 1;
  pthread_t thread;
  pthread_create(&thread, 0, other, &pointer);
  (void)flags.first;
  pthread_join(thread, 0);
  assert(seen);
}
