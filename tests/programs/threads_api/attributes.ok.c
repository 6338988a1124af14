// What is set in an attributes object is found there again.
//@ flags: -pthread
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int thread_attributes(void) {
  pthread_attr_t attr;
  int value;
  size_t size;
  struct sched_param param = {0};
  if (pthread_attr_init(&attr)) return 1;
  if (pthread_attr_getdetachstate(&attr, &value) || value != PTHREAD_CREATE_JOINABLE) return 2;
  if (pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED)) return 3;
  if (pthread_attr_getdetachstate(&attr, &value) || value != PTHREAD_CREATE_DETACHED) return 4;
  if (pthread_attr_setdetachstate(&attr, 7) != EINVAL) return 5;
  if (pthread_attr_setstacksize(&attr, 1 << 20)) return 6;
  if (pthread_attr_getstacksize(&attr, &size) || size != 1 << 20) return 7;
  if (pthread_attr_setstacksize(&attr, 1) != EINVAL) return 8;
  if (pthread_attr_setguardsize(&attr, 8192)) return 9;
  if (pthread_attr_getguardsize(&attr, &size) || size != 8192) return 10;
  if (pthread_attr_setscope(&attr, PTHREAD_SCOPE_SYSTEM)) return 11;
  if (pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED)) return 12;
  if (pthread_attr_getinheritsched(&attr, &value) || value != PTHREAD_EXPLICIT_SCHED) return 13;
  if (pthread_attr_setschedpolicy(&attr, SCHED_RR)) return 14;
  if (pthread_attr_getschedpolicy(&attr, &value) || value != SCHED_RR) return 15;
  param.sched_priority = 3;
  if (pthread_attr_setschedparam(&attr, &param)) return 16;
  param.sched_priority = 0;
  if (pthread_attr_getschedparam(&attr, &param) || param.sched_priority != 3) return 17;
  return pthread_attr_destroy(&attr);
}

static int mutex_attributes(void) {
  pthread_mutexattr_t attr;
  int value;
  if (pthread_mutexattr_init(&attr)) return 1;
  if (pthread_mutexattr_gettype(&attr, &value) || value != PTHREAD_MUTEX_DEFAULT) return 2;
  if (pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE)) return 3;
  if (pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED)) return 4;
  if (pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT)) return 5;
  if (pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST)) return 6;
  if (pthread_mutexattr_gettype(&attr, &value) || value != PTHREAD_MUTEX_RECURSIVE) return 7;
  if (pthread_mutexattr_getpshared(&attr, &value) || value != PTHREAD_PROCESS_SHARED) return 8;
  if (pthread_mutexattr_getprotocol(&attr, &value) || value != PTHREAD_PRIO_INHERIT) return 9;
  if (pthread_mutexattr_getrobust(&attr, &value) || value != PTHREAD_MUTEX_ROBUST) return 10;
  if (pthread_mutexattr_settype(&attr, 17) != EINVAL) return 11;
  return pthread_mutexattr_destroy(&attr);
}

static int other_attributes(void) {
  pthread_condattr_t condition;
  pthread_rwlockattr_t lock;
  pthread_barrierattr_t barrier;
  clockid_t clock;
  int value;
  if (pthread_condattr_init(&condition) || pthread_condattr_setclock(&condition, CLOCK_MONOTONIC)) return 1;
  if (pthread_condattr_getclock(&condition, &clock) || clock != CLOCK_MONOTONIC) return 2;
  if (pthread_condattr_setclock(&condition, CLOCK_THREAD_CPUTIME_ID) != EINVAL) return 3;
  if (pthread_condattr_destroy(&condition)) return 4;
  if (pthread_rwlockattr_init(&lock) || pthread_rwlockattr_setpshared(&lock, PTHREAD_PROCESS_SHARED)) return 5;
  if (pthread_rwlockattr_getpshared(&lock, &value) || value != PTHREAD_PROCESS_SHARED) return 6;
  if (pthread_rwlockattr_getkind_np(&lock, &value) || value != PTHREAD_RWLOCK_PREFER_READER_NP) return 7;
  if (pthread_rwlockattr_destroy(&lock)) return 8;
  if (pthread_barrierattr_init(&barrier) || pthread_barrierattr_getpshared(&barrier, &value)) return 9;
  if (value != PTHREAD_PROCESS_PRIVATE || pthread_barrierattr_destroy(&barrier)) return 10;
  return 0;
}

int main(void) {
  int status = thread_attributes();
  if (status) return status;
  status = mutex_attributes();
  if (status) return 30 + status;
  status = other_attributes();
  return status ? 60 + status : 0;
}
