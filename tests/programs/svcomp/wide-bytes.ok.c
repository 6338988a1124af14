// Bytes of a value that is not decided cannot be told.
//@ native: no
//@ check: --inputs concrete
//@ unknown: too many values
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (memcmp(&x, &y, sizeof x) == 0 && x != 0)
    reach_error();
  return 0;
}
