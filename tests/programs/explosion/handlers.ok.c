// Each event is handled as a whole: threads meet where they wait for the next one.
//@ check: --steps handlers
//@ unknown: the handler of an event is interrupted
//@ states: 457
#include <gmc.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int parts[4];

static void *handle(void *arg) {
  for (int event = 0; event < 3; event++) {
    gmc_yield();
    for (int part = 0; part < 4; part++) {
      pthread_mutex_lock(&lock);
      parts[part] += (int)(long)arg + event;
      pthread_mutex_unlock(&lock);
    }
  }
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
