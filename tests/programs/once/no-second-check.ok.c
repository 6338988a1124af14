// Double-checked locking checks twice.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *_Atomic shared;

static void *get(void *arg) {
  (void)arg;
  int *it = atomic_load(&shared);
  if (!it) {
    pthread_mutex_lock(&mutex);
    it = atomic_load(&shared);
    if (!it) {
      it = malloc(sizeof *it);
      atomic_store(&shared, it);
    }
    pthread_mutex_unlock(&mutex);
  }
  return it;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, get, 0);
  get(0);
  pthread_join(other, 0);
  free(atomic_load(&shared));
  return 0;
}
