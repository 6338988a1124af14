// Who a thread is: its number, its name, its own errno and variables, its result.
//@ flags: -pthread
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>

static _Thread_local int own = 1;
static pthread_t first;

static void *work(void *arg) {
  char name[16];
  if (pthread_equal(pthread_self(), first)) return "equal";
  if (own != 1 || errno) return "not its own";
  own = errno = 2;
  if (pthread_setname_np(pthread_self(), "a name that is too long") != ERANGE) return "too long";
  if (pthread_setname_np(pthread_self(), "worker")) return "setname";
  if (pthread_getname_np(pthread_self(), name, sizeof name) || strcmp(name, "worker")) return "getname";
  if (pthread_kill(first, 0)) return "kill";
  sched_yield();
  return arg;
}

int main(void) {
  pthread_t thread;
  void *value;
  int policy;
  struct sched_param param;
  first = pthread_self();
  errno = 0;
  for (int i = 0; i < 3; i++) {
    if (pthread_create(&thread, 0, work, 0)) return 1;
    if (pthread_join(thread, &value) || value) return 2;
  }
  if (own != 1 || errno) return 3;
  if (pthread_getschedparam(first, &policy, &param) || policy != SCHED_OTHER) return 4;
  if (sched_get_priority_max(SCHED_FIFO) != 99 || sched_get_priority_min(SCHED_OTHER) != 0) return 5;
  return 0;
}
