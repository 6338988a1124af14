// An invariant that is named on the command line: at most one thread is inside.
//@ check: --invariant at_most_one
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside;

int at_most_one(void) { return atomic_load(&inside) <= 1; }

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  atomic_fetch_add(&inside, 1);
  atomic_fetch_sub(&inside, 1);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
