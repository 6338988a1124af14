// Overflow is told, not an error.
//@ native: no
//@ states: 12
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), sum, product;
  unsigned u = __VERIFIER_nondet_uint(), difference;
  if (!__builtin_add_overflow(x, 5, &sum))
    assert(sum > x);
  assert(__builtin_sub_overflow(u, 7u, &difference) == (u < 7));
  if (!__builtin_mul_overflow(x, 2, &product))
    assert(product % 2 == 0);
  return 0;
}
