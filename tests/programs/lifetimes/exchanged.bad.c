// Two threads put an object into the same place; what was there before is freed.
// Here it is overwritten.
//@ violation: memory-leak
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic place;

static void *put(void *arg) {
  void *mine = malloc(8);
  if (!atomic_load(&place))
    atomic_store(&place, mine);
  else
    free(mine);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, put, 0);
  put(0);
  pthread_join(other, 0);
  free(atomic_load(&place));
  return 0;
}
