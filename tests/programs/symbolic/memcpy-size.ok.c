// A symbolic number of symbolic bytes is copied.
//@ native: no
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  unsigned char from[4], to[4] = {1, 1, 1, 1}, n = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 4; i++)
    from[i] = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 4);
  memcpy(to, from, n);
  for (int i = 0; i < 4; i++)
    if (to[i] != (i < n ? from[i] : 1))
      reach_error();
  return 0;
}
