// A thread that comes to an assumption which does not hold has written before: until it comes there, others see that.
//@ native: no
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static atomic_int written;

static void *write_and_stop(void *unused) {
  int zero = 0;
  (void)unused;
  written = 1;
  __VERIFIER_assume(zero);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write_and_stop, 0);
  if (written == 1)
    reach_error(); //~ assertion
  pthread_join(t, 0);
  return 0;
}
