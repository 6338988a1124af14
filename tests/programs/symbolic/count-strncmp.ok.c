// The end of one comes before the end of the other.
//@ native: no
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char a[20] = "abc", b[20] = "abcd";
  if (n > 200)
    return 0;
  if ((strncmp(a, b, n) < 0) != (n > 3))
    reach_error();
  return 0;
}
