// pthread.h, sched.h: attributes of threads and of what they share, and how threads are scheduled.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define SHOW(it) printf("%s: %ld\n", #it, (long)(it))

static char stack[1 << 20] __attribute__((aligned(4096)));

static void *work(void *argument) {
  int before;
  SHOW(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before));
  SHOW(before == PTHREAD_CANCEL_DEFERRED);
  SHOW(pthread_setcanceltype(77, &before) == EINVAL);
  return argument;
}

static void *nothing(void *argument) { return argument; }

static void once_more(void) {}

int main(void) {
  pthread_attr_t attributes;
  void *address;
  size_t size;
  int value = -1;
  pthread_t thread;
  void *result;

  SHOW(pthread_attr_init(&attributes));
  SHOW(pthread_attr_getscope(&attributes, &value));
  SHOW(value == PTHREAD_SCOPE_SYSTEM);
  SHOW(pthread_attr_setstack(&attributes, stack, sizeof stack));
  SHOW(pthread_attr_getstack(&attributes, &address, &size));
  SHOW(address == stack && size == sizeof stack);
  SHOW(pthread_attr_setstack(&attributes, stack, 1) == EINVAL);
  if (pthread_create(&thread, &attributes, work, &value) != 0) return 1;
  SHOW(pthread_join(thread, &result));
  SHOW(result == &value);
  SHOW(pthread_attr_setstackaddr(&attributes, stack + sizeof stack));
  SHOW(pthread_attr_getstackaddr(&attributes, &address));
  SHOW(address == stack + sizeof stack);
  SHOW(pthread_attr_destroy(&attributes));

  SHOW(pthread_getattr_np(pthread_self(), &attributes));
  SHOW(pthread_attr_getdetachstate(&attributes, &value));
  SHOW(value == PTHREAD_CREATE_JOINABLE);
  pthread_attr_destroy(&attributes);

  pthread_condattr_t of_condition;
  pthread_condattr_init(&of_condition);
  SHOW(pthread_condattr_getpshared(&of_condition, &value));
  SHOW(value == PTHREAD_PROCESS_PRIVATE);
  SHOW(pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED));
  SHOW(pthread_condattr_getpshared(&of_condition, &value));
  SHOW(value == PTHREAD_PROCESS_SHARED);
  SHOW(pthread_condattr_setpshared(&of_condition, 7) == EINVAL);
  pthread_condattr_destroy(&of_condition);

  pthread_barrierattr_t of_barrier;
  pthread_barrierattr_init(&of_barrier);
  SHOW(pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_SHARED));
  SHOW(pthread_barrierattr_getpshared(&of_barrier, &value));
  SHOW(value == PTHREAD_PROCESS_SHARED);
  SHOW(pthread_barrierattr_setpshared(&of_barrier, 7) == EINVAL);
  pthread_barrierattr_destroy(&of_barrier);

  pthread_rwlockattr_t of_lock;
  pthread_rwlockattr_init(&of_lock);
  SHOW(pthread_rwlockattr_setkind_np(&of_lock, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
  SHOW(pthread_rwlockattr_getkind_np(&of_lock, &value));
  SHOW(value == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  SHOW(pthread_rwlockattr_setkind_np(&of_lock, 77) == EINVAL);
  pthread_rwlockattr_destroy(&of_lock);

  pthread_mutexattr_t of_mutex;
  pthread_mutex_t mutex;
  pthread_mutexattr_init(&of_mutex);
  SHOW(pthread_mutexattr_setprotocol(&of_mutex, PTHREAD_PRIO_PROTECT));
  SHOW(pthread_mutexattr_setprioceiling(&of_mutex, 10));
  SHOW(pthread_mutexattr_getprioceiling(&of_mutex, &value));
  SHOW(value);
  SHOW(pthread_mutexattr_setprioceiling(&of_mutex, 1000) == EINVAL);
  SHOW(pthread_mutex_init(&mutex, &of_mutex));
  SHOW(pthread_mutex_getprioceiling(&mutex, &value));
  SHOW(value);
  pthread_mutex_destroy(&mutex);
  pthread_mutexattr_destroy(&of_mutex);
  pthread_mutex_init(&mutex, NULL);
  SHOW(pthread_mutex_getprioceiling(&mutex, &value) == EINVAL);
  SHOW(pthread_mutex_setprioceiling(&mutex, 10, &value) == EINVAL);
  pthread_mutex_destroy(&mutex);

  SHOW(pthread_getconcurrency());
  SHOW(pthread_setconcurrency(3));
  SHOW(pthread_setconcurrency(-1) == EINVAL);
  SHOW(pthread_atfork(once_more, NULL, once_more));

  struct sched_param parameters = {0}, before = {-1};
  SHOW(sched_getscheduler(0) == SCHED_OTHER);
  SHOW(sched_getparam(0, &before));
  SHOW(before.sched_priority);
  SHOW(sched_setparam(0, &parameters));
  SHOW(sched_setscheduler(0, SCHED_OTHER, &parameters));
  SHOW(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters));
  SHOW(pthread_getschedparam(pthread_self(), &value, &before));
  SHOW(value == SCHED_OTHER && before.sched_priority == 0);
  SHOW(pthread_setschedprio(pthread_self(), 0));
  parameters.sched_priority = 5;
  SHOW(sched_setscheduler(0, SCHED_OTHER, &parameters));
  SHOW(errno == EINVAL);
  SHOW(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == EINVAL);
  SHOW(pthread_yield());

  cpu_set_t set;
  CPU_ZERO(&set);
  SHOW(sched_getaffinity(0, sizeof set, &set) >= 0);
  SHOW(CPU_COUNT(&set) > 0);
  SHOW(sched_setaffinity(0, sizeof set, &set));
  SHOW(pthread_getaffinity_np(pthread_self(), sizeof set, &set));
  SHOW(CPU_COUNT(&set) > 0);
  SHOW(pthread_setaffinity_np(pthread_self(), sizeof set, &set));
  SHOW(sched_getcpu() >= 0);
  SHOW(CPU_ISSET(sched_getcpu(), &set) != 0);

  struct timespec when;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  pthread_mutex_init(&mutex, NULL);
  clock_gettime(CLOCK_MONOTONIC, &when);
  pthread_mutex_lock(&mutex);
  SHOW(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &when) == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  SHOW(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &when));
  SHOW(pthread_rwlock_unlock(&lock));
  when.tv_sec += 1000;
  pthread_create(&thread, NULL, nothing, &lock);
  SHOW(pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &when));
  SHOW(result == &lock);
  return 0;
}
