// A mutex on the heap is initialised before it is used.
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  if (!mutex)
    return 2;
  pthread_mutex_init(mutex, 0);
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  free(mutex);
  return 0;
}
