// Two threads that always let the other go first: blocking instead makes progress.
// Here they step aside for each other for ever.
//@ check: --livelock
//@ violation: livelock
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *arg) {
  long me = (long)arg;
  for (;;) {
    pthread_mutex_lock(&mutex[me]);
    if (pthread_mutex_trylock(&mutex[1 - me]) != 0) {
      pthread_mutex_unlock(&mutex[me]);
      continue;
    }
    gmc_progress();
    pthread_mutex_unlock(&mutex[1 - me]);
    pthread_mutex_unlock(&mutex[me]);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, (void *)1L);
  work((void *)0L);
  return 0;
}
