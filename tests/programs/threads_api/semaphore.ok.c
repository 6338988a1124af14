// Semaphores: values, waiting, giving up, names.
//@ flags: -pthread
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

static sem_t there, back;

static void *work(void *arg) {
  for (int i = 0; i < 3; i++) {
    if (sem_wait(&there) != 0) return "wait";
    if (sem_post(&back) != 0) return "post";
  }
  return arg;
}

static int value(sem_t *semaphore) {
  int value = -1;
  sem_getvalue(semaphore, &value);
  return value;
}

int main(void) {
  struct timespec past = {0, 0}, wrong = {0, 1000000000};
  pthread_t thread;
  void *result;
  if (sem_init(&there, 0, (unsigned)SEM_VALUE_MAX + 1) != -1 || errno != EINVAL) return 1;
  if (sem_init(&there, 0, 0) != 0 || sem_init(&back, 0, 1) != 0) return 2;
  if (value(&there) != 0 || value(&back) != 1) return 3;
  if (sem_trywait(&there) != -1 || errno != EAGAIN) return 4;
  if (sem_timedwait(&there, &past) != -1 || errno != ETIMEDOUT) return 5;
  if (sem_clockwait(&there, CLOCK_MONOTONIC, &past) != -1 || errno != ETIMEDOUT) return 6;
  if (sem_timedwait(&there, &wrong) != -1 || errno != EINVAL) return 7;
  if (sem_timedwait(&back, &past) != 0) return 8;
  pthread_create(&thread, 0, work, 0);
  for (int i = 0; i < 3; i++) {
    sem_post(&there);
    sem_wait(&back);
  }
  pthread_join(thread, &result);
  if (result || value(&there) != 0 || value(&back) != 0) return 9;
  sem_destroy(&there);
  sem_init(&there, 0, SEM_VALUE_MAX);
  if (sem_post(&there) != -1 || errno != EOVERFLOW) return 10;
  sem_destroy(&there);
  sem_destroy(&back);
  return 0;
}
