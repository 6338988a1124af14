// Bytes that overlap are moved.
//@ native: no
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  unsigned char it[30];
  for (int i = 0; i < 30; i++)
    it[i] = (unsigned char)i;
  if (n > 20 || k >= 20)
    return 0;
  memmove(it + 3, it, n);
  if (it[k + 3] != (k < n ? k : k + 3))
    reach_error();
  return 0;
}
