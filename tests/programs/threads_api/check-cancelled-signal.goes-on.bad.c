// Who is woken and then cancelled may have gone on before.
//@ check
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting;

static void unlock(void *arg) { pthread_mutex_unlock(arg); }

static void *wait(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  waiting++;
  pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
  return arg;
}

static int wait_for(int count) {
  pthread_mutex_lock(&mutex);
  int there = waiting == count;
  pthread_mutex_unlock(&mutex);
  return there;
}

int main(void) {
  pthread_t first;
  void *result;
  pthread_create(&first, 0, wait, 0);
  while (!wait_for(1)) {}
  pthread_cond_signal(&condition);
  pthread_cancel(first);
  pthread_join(first, &result);
  assert(result == PTHREAD_CANCELED); //~ assertion
}
