// All bytes are 0, however many there are.
//@ native: no
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *p = calloc(n, sizeof(int));
  if (p == 0 || n < 50) {
    free(p);
    return 0;
  }
  p[10] = 5;
  if (p[49] != 0 || p[11] != 0 || p[10] != 5)
    reach_error();
  int *q = realloc(p, n > 1000 ? 1000 * sizeof(int) : n * sizeof(int));
  if (q == 0)
    q = p;
  if (q[48] != 0 || q[10] != 5)
    reach_error();
  free(q);
  return 0;
}
