// One of the arguments is taken for another type.
//@ native: no
#include <stdarg.h>
extern char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

static int second(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int first = va_arg(arguments, int), result = va_arg(arguments, int);
  va_end(arguments);
  return first > 9 ? first : result;
}
int main(void) {
  signed char a = __VERIFIER_nondet_char();
  short b = __VERIFIER_nondet_short();
  if (second(2, a, b) != b)
    reach_error(); //~ assertion
  return 0;
}
