// Read-write locks: what each function returns, held by whom it may be.
//@ flags: -pthread
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *while_read(void *arg) {
  struct timespec past = {0, 0}, wrong = {0, -1};
  if (pthread_rwlock_tryrdlock(&lock) != 0) return "tryrdlock";
  if (pthread_rwlock_unlock(&lock) != 0) return "unlock";
  if (pthread_rwlock_rdlock(&lock) != 0) return "rdlock";
  if (pthread_rwlock_unlock(&lock) != 0) return "unlock";
  if (pthread_rwlock_trywrlock(&lock) != EBUSY) return "trywrlock";
  if (pthread_rwlock_timedwrlock(&lock, &past) != ETIMEDOUT) return "timedwrlock";
  if (pthread_rwlock_timedwrlock(&lock, &wrong) != EINVAL) return "wrong time";
  if (pthread_rwlock_timedrdlock(&lock, &past) != 0) return "timedrdlock";
  if (pthread_rwlock_unlock(&lock) != 0) return "unlock";
  return arg;
}

static void *while_written(void *arg) {
  struct timespec past = {0, 0};
  if (pthread_rwlock_tryrdlock(&lock) != EBUSY) return "tryrdlock";
  if (pthread_rwlock_trywrlock(&lock) != EBUSY) return "trywrlock";
  if (pthread_rwlock_timedrdlock(&lock, &past) != ETIMEDOUT) return "timedrdlock";
  if (pthread_rwlock_timedwrlock(&lock, &past) != ETIMEDOUT) return "timedwrlock";
  if (pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &past) != ETIMEDOUT) return "clockrdlock";
  return arg;
}

static void *result(void *(*function)(void *)) {
  pthread_t thread;
  void *value;
  if (pthread_create(&thread, 0, function, 0) != 0) return "create";
  if (pthread_join(thread, &value) != 0) return "join";
  return value;
}

int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  if (result(while_read)) return 1;
  pthread_rwlock_unlock(&lock);
  if (result(while_read)) return 2;
  pthread_rwlock_unlock(&lock);
  if (pthread_rwlock_wrlock(&lock) != 0) return 3;
  if (result(while_written)) return 4;
  if (pthread_rwlock_wrlock(&lock) != EDEADLK) return 5;
  if (pthread_rwlock_rdlock(&lock) != EDEADLK) return 6;
  if (pthread_rwlock_trywrlock(&lock) != EBUSY) return 7;
  if (pthread_rwlock_unlock(&lock) != 0) return 8;
  if (pthread_rwlock_trywrlock(&lock) != 0) return 9;
  if (pthread_rwlock_unlock(&lock) != 0) return 10;
  if (pthread_rwlock_destroy(&lock) != 0) return 11;
  if (pthread_rwlock_init(&lock, 0) != 0) return 12;
  return pthread_rwlock_destroy(&lock);
}
