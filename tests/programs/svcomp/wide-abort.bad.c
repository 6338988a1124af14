// With the largest of them the sum is as large.
//@ native: no
#include <stdlib.h>
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);

static void assume_or_exit(int condition) {
  if (!condition)
    exit(0);
}

int main(void) {
  long n = __VERIFIER_nondet_long();
  assume_or_exit(n > 100);
  assume_or_exit(n <= 110);
  long sum = 0;
  for (long i = 100; i < n; i++)
    sum += i;
  if (sum >= 1045)
    reach_error(); //~ assertion
  return 0;
}
