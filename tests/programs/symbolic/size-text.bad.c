// There is no room for its end.
//@ native: no
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 7)
    return 0;
  char *p = malloc(n);
  if (p == 0)
    return 0;
  strcpy(p, "abcdefg"); //~ out-of-bounds
  free(p);
  return 0;
}
