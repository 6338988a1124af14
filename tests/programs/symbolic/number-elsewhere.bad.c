// The number is another one.
//@ native: no
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static unsigned x, a[8];
static void *work(void *unused) {
  a[x] = 1;
  return 0;
}
int main(void) {
  x = __VERIFIER_nondet_uint();
  __VERIFIER_assume((x & 0xfffffff0) == 0);
  __VERIFIER_assume((x & 15) * 3 == 15);
  unsigned same = x, more = x * 7;
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  if (same == 5 && more == 35)
    reach_error(); //~ assertion
  return 0;
}
