// Two mutexes in any order: who does not get the second one gives the first one back and starts again.
// Here the first one is kept while trying, so both may try for ever: nothing is ever achieved.
//@ check: --livelock
//@ violation: livelock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  while (pthread_mutex_trylock(second) != 0)
    ;
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
