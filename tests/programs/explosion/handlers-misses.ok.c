// An error in the middle of a handler is missed.
//@ check: --steps handlers
//@ unknown: the handler of an event is interrupted
#include <gmc.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sent, received;

static void *handle(void *arg) {
  gmc_yield();
  pthread_mutex_lock(&lock);
  sent++;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  received++;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  gmc_assert(sent == received);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, handle, 0);
  pthread_create(&two, 0, handle, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
