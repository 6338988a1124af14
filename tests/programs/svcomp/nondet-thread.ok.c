// Nondeterministic values in a thread, as small as they are given.
#include <pthread.h>

extern signed char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int highest;

static void *work(void *arg) {
  signed char value = __VERIFIER_nondet_char();
  __VERIFIER_assume(value >= 0 && value < 8);
  pthread_mutex_lock(&mutex);
  if (value > highest)
    highest = value;
  if (highest < 0 || value < 0)
    reach_error();
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
