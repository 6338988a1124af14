// Cancellation: where a thread asks or waits; handlers run, the innermost first.
//@ flags: -pthread
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static sem_t ready, none;

static void say(void *text) { puts(text); }

static void unlock(void *lock) {
  puts("unlock");
  pthread_mutex_unlock(lock);
}

static void *waits_for_condition(void *arg) {
  pthread_cleanup_push(say, "outer");
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  sem_post(&ready);
  for (;;) pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return arg;
}

static void *waits_for_semaphore(void *arg) {
  sem_post(&ready);
  sem_wait(&none);
  return arg;
}

static void *asks(void *arg) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  if (old != PTHREAD_CANCEL_ENABLE) return arg;
  sem_post(&ready);
  sem_wait(&none);
  pthread_testcancel();
  puts("not yet");
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);
  pthread_testcancel();
  return arg;
}

static void *leaves(void *arg) {
  pthread_cleanup_push(say, "left");
  pthread_cleanup_push(say, "popped");
  pthread_cleanup_pop(1);
  pthread_cleanup_push(say, "silent");
  pthread_cleanup_pop(0);
  pthread_exit(arg);
  pthread_cleanup_pop(0);
}

static int ends(void *(*function)(void *), int cancel, void *expected) {
  pthread_t thread;
  void *value;
  pthread_create(&thread, 0, function, &ready);
  if (cancel) {
    sem_wait(&ready);
    pthread_cancel(thread);
    if (function == asks) sem_post(&none);
  }
  pthread_join(thread, &value);
  return value == expected;
}

int main(void) {
  sem_init(&ready, 0, 0);
  sem_init(&none, 0, 0);
  if (!ends(waits_for_condition, 1, PTHREAD_CANCELED)) return 1;
  if (pthread_mutex_trylock(&mutex)) return 2;
  pthread_mutex_unlock(&mutex);
  if (!ends(waits_for_semaphore, 1, PTHREAD_CANCELED)) return 3;
  if (!ends(asks, 1, PTHREAD_CANCELED)) return 4;
  if (!ends(leaves, 0, &ready)) return 5;
  return 0;
}
