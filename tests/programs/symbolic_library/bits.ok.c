// Bits are counted and bytes are swapped.
//@ native: no
//@ states: 6
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  assert(__builtin_popcount(u) <= 32 && (__builtin_popcount(u) & 1) == __builtin_parity(u));
  assert(__builtin_bswap32(__builtin_bswap32(u)) == u);
  if (u)
    assert((u >> __builtin_ctz(u) & 1) == 1 && __builtin_ffs((int)u) == __builtin_ctz(u) + 1);
  if (u > 255)
    assert(__builtin_clz(u) < 24);
  return 0;
}
