// A thread reads a shared byte as a boolean: that it is one is decided before the access is made.
//@ native: no
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static union {
  unsigned char byte;
  _Bool truth;
} shared;
static int seen;
static void *look(void *unused) {
  if (shared.truth) //~ invalid-value
    seen = 1;
  return 0;
}
int main(void) {
  shared.byte = (__VERIFIER_nondet_int() & 3) ^ 1;
  __VERIFIER_assume(shared.byte != 2);
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  if (shared.byte > 5)
    reach_error();
  pthread_join(thread, 0);
  if (seen && shared.byte != 1)
    reach_error();
  return 0;
}
