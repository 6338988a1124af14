// Joining: now, later, or never.
//@ flags: -pthread
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t go;

static void *work(void *arg) {
  sem_wait(&go);
  return arg;
}

static void *joins_main(void *first) {
  void *value;
  if (pthread_join(*(pthread_t *)first, &value)) _Exit(9);
  if (value != &go) _Exit(10);
  return 0;
}

#include <stdlib.h>

int main(void) {
  static pthread_t first;
  struct timespec past = {0, 0};
  pthread_t thread;
  void *value;
  sem_init(&go, 0, 0);
  pthread_create(&thread, 0, work, &go);
  if (pthread_tryjoin_np(thread, &value) != EBUSY) return 1;
  if (pthread_timedjoin_np(thread, &value, &past) != ETIMEDOUT) return 2;
  sem_post(&go);
  if (pthread_join(thread, &value) || value != &go) return 3;
  pthread_create(&thread, 0, work, 0);
  if (pthread_detach(thread)) return 4;
  sem_post(&go);
  first = pthread_self();
  pthread_create(&thread, 0, joins_main, &first);
  pthread_exit(&go);
}
