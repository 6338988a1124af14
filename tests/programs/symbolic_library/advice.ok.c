// What is expected says nothing of what is.
//@ native: no
//@ states: 4
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (__builtin_expect(x > 5, 1))
    assert(x != 5);
  return 0;
}
