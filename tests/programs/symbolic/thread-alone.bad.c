// A thread decides something of a value, and writes when it is the only one left: with numbers it stood before the
// write already when the other one was still there.
//@ native: no
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int value, is_zero, element, array[4];
static void *look(void *unused) {
  element = array[value & 3];
  return 0;
}
int main(void) {
  value = __VERIFIER_nondet_int();
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  is_zero = value == 0;
  pthread_join(thread, 0);
  if (is_zero && element == 0)
    reach_error(); //~ assertion
  return 0;
}
