// An atomic exchange compares with a symbolic value: what the comparison gives is decided first, and then it is made.
//@ native: no
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static atomic_int place;
static int value;
static void *exchange(void *unused) {
  int expected = value & 15;
  if (atomic_compare_exchange_strong(&place, &expected, 7) && place == 7)
    reach_error(); //~ assertion
  return 0;
}
int main(void) {
  value = __VERIFIER_nondet_int();
  pthread_t thread;
  pthread_create(&thread, 0, exchange, 0);
  pthread_join(thread, 0);
  return 0;
}
