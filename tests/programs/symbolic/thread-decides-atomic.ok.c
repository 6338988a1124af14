// Another thread decides something of a value, and the first one sees it.
//@ native: no
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static _Atomic int value, small;
static void *decide(void *unused) {
  if ((value & 255) < 10)
    small = 1;
  return 0;
}
int main(void) {
  value = __VERIFIER_nondet_int();
  pthread_t thread;
  pthread_create(&thread, 0, decide, 0);
  if (small && (value & 255) >= 10)
    reach_error();
  pthread_join(thread, 0);
  if (!small && (value & 255) < 10)
    reach_error();
  return 0;
}
