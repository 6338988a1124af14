// Two locks are taken in one order.
// Here in another one by the second thread; a single run tells who waits for whom, too.
//@ flags: -pthread
//@ note: thread 0 waits in `pthread_mutex_lock` for `first`, which thread 1 holds
//@ note: thread 1 waits in `pthread_mutex_lock` for `second`, which thread 0 holds
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
  pthread_mutex_lock(&first);
  sched_yield();
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&second);
  sched_yield();
  pthread_mutex_lock(&first); //~ deadlock: threads 0 and 1 wait
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  pthread_join(thread, 0);
  return 0;
}
