// Nobody reads what is printed, so it is not decided.
//@ native: no
//@ states: 4
#include <assert.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  printf("%d %s\n", x, "is printed");
  putchar(x);
  assert(x <= 0 || x - 1 >= 0);
  return 0;
}
