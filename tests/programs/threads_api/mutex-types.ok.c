// Mutexes of all types: what locking and unlocking returns, to the owner and to others.
//@ flags: -pthread
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex;

static void *other(void *arg) {
  struct timespec past = {0, 0}, wrong = {0, 2000000000};
  if (pthread_mutex_trylock(&mutex) != EBUSY) return "trylock";
  if (pthread_mutex_timedlock(&mutex, &past) != ETIMEDOUT) return "timedlock";
  if (pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &past) != ETIMEDOUT) return "clocklock";
  if (pthread_mutex_timedlock(&mutex, &wrong) != EINVAL) return "wrong time";
  if (arg && pthread_mutex_unlock(&mutex) != EPERM) return "unlock";
  return 0;
}

static void *in_other(void *arg) {
  pthread_t thread;
  void *value;
  pthread_create(&thread, 0, other, arg);
  pthread_join(thread, &value);
  return value;
}

static void make(int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, type);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t careful = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

int main(void) {
  struct timespec past = {0, 0};
  make(PTHREAD_MUTEX_NORMAL);
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_trylock(&mutex) != EBUSY) return 1;
  if (pthread_mutex_timedlock(&mutex, &past) != ETIMEDOUT) return 2;
  if (in_other(0)) return 3;
  pthread_mutex_unlock(&mutex);
  if (pthread_mutex_timedlock(&mutex, &past) != 0) return 4;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);

  make(PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_lock(&mutex) || pthread_mutex_trylock(&mutex)) return 5;
  if (in_other(&mutex)) return 6;
  for (int i = 0; i < 3; i++) {
    if (pthread_mutex_unlock(&mutex)) return 7;
  }
  if (pthread_mutex_unlock(&mutex) != EPERM) return 8;
  pthread_mutex_destroy(&mutex);

  make(PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_lock(&mutex) != EDEADLK) return 9;
  if (pthread_mutex_timedlock(&mutex, &past) != EDEADLK) return 10;
  if (pthread_mutex_trylock(&mutex) != EBUSY) return 11;
  if (in_other(&mutex)) return 12;
  pthread_mutex_unlock(&mutex);
  if (pthread_mutex_unlock(&mutex) != EPERM) return 13;
  pthread_mutex_destroy(&mutex);

  pthread_mutex_lock(&again);
  if (pthread_mutex_lock(&again)) return 14;
  pthread_mutex_unlock(&again);
  pthread_mutex_unlock(&again);
  pthread_mutex_lock(&careful);
  if (pthread_mutex_lock(&careful) != EDEADLK) return 15;
  pthread_mutex_unlock(&careful);
  return 0;
}
