// Whether a wait could only end by a fault is asked of all threads; the invariant is still called by the one that moved.
//@ check: --invariant holds --fail malloc=1
#include <pthread.h>
#include <stdlib.h>

_Thread_local int mine;
int other;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int holds(void) { return mine == 0; }

static void *run(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  mine = 0;
  other = 2;
  mine = 0;
  return arg;
}

int main(void) {
  pthread_t thread;
  free(malloc(4));
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
