// Two mutexes in any order: who does not get the second one gives the first one back and starts again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0)
      break;
    pthread_mutex_unlock(first);
  }
  data++;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void *work(void *arg) {
  both(&left, &right);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  both(&right, &left);
  pthread_join(other, 0);
  assert(data == 2);
  return 0;
}
