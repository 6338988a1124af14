// The limit is behind the end.
//@ native: no
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char text[] = "abcdef";
  if (n > 7)
    return 0;
  char *found = memchr(text, 'd', n);
  if ((found != 0) != (n > 3) || (found != 0 && found != text + 3))
    reach_error();
  if (strnlen(text, n) != (n < 6 ? n : n))
    reach_error(); //~ assertion
  return 0;
}
