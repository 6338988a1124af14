// A step that asks for the time is progress; what other threads do after it is not.
//@ check: --livelock
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

atomic_int flag, other;

static void *wait_for_flag(void *arg) {
  while (flag == 0)
    ;
  return arg;
}

static void *ask(void *arg) {
  other = 1;
  time(NULL);
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, wait_for_flag, NULL);
  pthread_create(&two, NULL, ask, NULL);
  pthread_join(two, NULL);
  pthread_join(one, NULL);
}
