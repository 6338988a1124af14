// Two threads make the object, one of them wins the race to publish it, and the loser throws its own away.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic shared;

static int *get(void) {
  int *object = atomic_load(&shared);
  if (object)
    return object;
  int *mine = malloc(sizeof *mine);
  if (!mine)
    abort();
  *mine = 42;
  if (atomic_compare_exchange_strong(&shared, &object, mine))
    return mine;
  free(mine);
  return object;
}

static void *work(void *arg) {
  (void)arg;
  return get();
}

int main(void) {
  pthread_t other;
  void *theirs;
  pthread_create(&other, 0, work, 0);
  int *mine = get();
  pthread_join(other, &theirs);
  int right = mine == theirs && *mine == 42;
  free(mine);
  assert(right);
  return 0;
}
