// Output that nobody reads need not be decided, however long.
//@ native: no
#include <stdio.h>

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);

int main(void) {
  char text[4];
  for (int i = 0; i < 3; i++)
    text[i] = __VERIFIER_nondet_char();
  text[3] = 0;
  printf("%d %f %c\n", __VERIFIER_nondet_int(), __VERIFIER_nondet_double(), text[0]);
  printf("%s\n", text);
  puts("end");
  return 0;
}
