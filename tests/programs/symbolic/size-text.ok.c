// A string in an object of any size that has room for it.
//@ native: no
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 8)
    return 0;
  char *p = malloc(n);
  if (p == 0)
    return 0;
  strcpy(p, "abcdefg");
  if (strlen(p) != 7 || strcmp(p, "abcdefg") != 0)
    reach_error();
  free(p);
  return 0;
}
