// Two threads put an object into the same place; what was there before is freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void *_Atomic place;

static void *put(void *arg) {
  void *mine = malloc(8);
  free(atomic_exchange(&place, mine));
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
