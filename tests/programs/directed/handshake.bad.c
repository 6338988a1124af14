//@ flags: -DCOUNTERS=1 -DTURNS=2
// Two threads greet each other in several steps while others count. The mistake is at the end of the greeting, and shows
// only if nobody has been late.
// Here it fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef COUNTERS
#define COUNTERS 4
#endif
#ifndef TURNS
#define TURNS 6
#endif

static atomic_int hello, answer, counts[COUNTERS];

static void *greet(void *arg) {
  atomic_store(&hello, 1);
  if (atomic_load(&answer) != 1)
    return arg;
  atomic_store(&hello, 2);
  if (atomic_load(&answer) != 2)
    return arg;
  atomic_store(&hello, 3);
  if (atomic_load(&answer) != 3)
    return arg;
  assert(0); //~ assertion
  return arg;
}

static void *reply(void *arg) {
  for (int i = 1; i <= 3; i++) {
    if (atomic_load(&hello) != i)
      return arg;
    atomic_store(&answer, i);
  }
  return arg;
}

static void *count(void *arg) {
  atomic_int *it = arg;
  for (int i = 0; i < TURNS; i++)
    atomic_fetch_add(it, 1);
  return arg;
}

int main(void) {
  pthread_t threads[2 + COUNTERS];
  pthread_create(&threads[0], 0, greet, 0);
  pthread_create(&threads[1], 0, reply, 0);
  for (int i = 0; i < COUNTERS; i++)
    pthread_create(&threads[2 + i], 0, count, &counts[i]);
  for (int i = 0; i < 2 + COUNTERS; i++)
    pthread_join(threads[i], 0);
}
