// A thread that never gets past its assumption: what waits for it waits for ever, in runs that are none of the program's.
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
  written = 2;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write_and_stop, 0);
  if (written == 2)
    reach_error();
  pthread_join(t, 0);
  reach_error();
  return 0;
}
