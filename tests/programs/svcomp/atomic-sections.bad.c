// Between __VERIFIER_atomic_begin and _end nobody else runs.
// Here the second thread does without.
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

static atomic_int counter;

static void *work(void *arg) {
  __VERIFIER_atomic_begin();
  int old = counter;
  counter = old + 1;
  __VERIFIER_atomic_end();
  return arg;
}

static void *other(void *arg) {
  int old = counter;
  counter = old + 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  other(0);
  pthread_join(thread, 0);
  if (counter != 2)
    reach_error(); //~ assertion
  return 0;
}
