// A counter under a mutex, with static initialiser.
// Here one thread takes the lock and the other does not.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  counter++; //~| data-race
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  counter++; //~| data-race
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
