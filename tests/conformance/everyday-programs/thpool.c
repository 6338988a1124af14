// A job for C-Thread-Pool.
#include "thpool.h"
#include <assert.h>
#include <pthread.h>
static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void job(void *p) {
  (void)p;
  pthread_mutex_lock(&m);
  done++;
  pthread_mutex_unlock(&m);
}
int main(void) {
  threadpool p = thpool_init(1);
  thpool_add_work(p, job, 0);
  thpool_wait(p);
  pthread_mutex_lock(&m);
  assert(done == 1);
  pthread_mutex_unlock(&m);
  thpool_destroy(p);
}
