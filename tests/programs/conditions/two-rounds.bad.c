// An event that happens twice has a number, and who waits remembers which one was seen last.
// Here it is a flag, which the second event sets again before the first was noticed.
//@ violation: deadlock
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t happened = PTHREAD_COND_INITIALIZER;
static int events;

static void *watch(void *arg) {
  for (int seen = 0; seen < 2; seen++) {
    pthread_mutex_lock(&mutex);
    while (events == 0)
      pthread_cond_wait(&happened, &mutex);
    events = 0;
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t watcher;
  pthread_create(&watcher, 0, watch, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    events = 1;
    pthread_cond_signal(&happened);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(watcher, 0);
  return 0;
}
