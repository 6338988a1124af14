// Symbolic values are passed to a function with any number of arguments.
//@ native: no
#include <stdarg.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

static long sum(int count, ...) {
  va_list arguments;
  long total = 0;
  va_start(arguments, count);
  while (count-- > 0)
    total += va_arg(arguments, int);
  total += va_arg(arguments, long);
  va_end(arguments);
  return total;
}
int main(void) {
  signed char a = __VERIFIER_nondet_char();
  short b = __VERIFIER_nondet_short();
  int c = __VERIFIER_nondet_int();
  if (sum(3, a, b, c, (long)a) != 2l * a + b + c)
    reach_error();
  return 0;
}
