// `ctime` writes to the same string each time.
// Threads take turns.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg) {
  time_t t = 0;
  pthread_mutex_lock(&lock);
  ctime(&t);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  worker(0);
  pthread_join(a, 0);
  pthread_mutex_destroy(&lock);
  return 0;
}
