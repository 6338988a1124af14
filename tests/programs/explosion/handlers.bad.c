// An error that takes handlers in a certain order, each as a whole.
//@ check: --steps handlers
#include <gmc.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;

static void *handle(void *arg) {
  int me = (int)(long)arg;
  gmc_yield();
  pthread_mutex_lock(&lock);
  gmc_assert(last != 2 || me != 1); //~ assertion
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  last = me;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, handle, (void *)1);
  pthread_create(&two, 0, handle, (void *)2);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
