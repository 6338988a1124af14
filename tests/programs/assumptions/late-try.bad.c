// A lock that everybody waits for, until one thread only tries, when it has counted to the end.
// It is sure that nobody has it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int steps;

static void *hurry(void *arg) {
  for (int i = 0; i < 5; i++)
    atomic_fetch_add(&steps, 1);
  assert(pthread_mutex_trylock(&mutex) == 0); //~ assertion
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_mutex_lock(&mutex);
  pthread_create(&other, 0, hurry, 0);
  pthread_mutex_unlock(&mutex);
  pthread_join(other, 0);
  return 0;
}
