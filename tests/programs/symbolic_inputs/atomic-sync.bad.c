// A flag need not have been set.
//@ native: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), cell = x;
  int before = __sync_fetch_and_xor(&cell, 0x55), after = __sync_and_and_fetch(&cell, 0xff);
  assert(before == x && after == ((x ^ 0x55) & 0xff));
  unsigned char flag = __VERIFIER_nondet_uchar(), old = flag;
  _Bool was = __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST);
  assert(was); //~ assertion
  return 0;
}
