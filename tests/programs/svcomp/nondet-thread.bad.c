// Nondeterministic values in a thread, as small as they are given.
// Here negative ones are let through.
#include <pthread.h>

extern signed char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int highest;

static void *work(void *arg) {
  signed char value = __VERIFIER_nondet_char();
  __VERIFIER_assume(value < 8 && value > -4);
  pthread_mutex_lock(&mutex);
  if (value > highest)
    highest = value;
  if (value < 0)
    reach_error(); //~ assertion
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
