// A jump with a zero carries a one.
//@ native: no
#include <assert.h>
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);

static jmp_buf place;

int main(void) {
  volatile int x = __VERIFIER_nondet_int();
  int result = setjmp(place);
  if (result == 0)
    longjmp(place, x);
  assert(result == x); //~ assertion
  return 0;
}
