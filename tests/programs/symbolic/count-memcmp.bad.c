// One more is.
//@ native: no
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char a[20] = "abcdefgh", b[20] = "abcdeFgh";
  if (n > 20)
    return 0;
  if ((memcmp(a, b, n) == 0) != (n < 5))
    reach_error(); //~ assertion
  return 0;
}
