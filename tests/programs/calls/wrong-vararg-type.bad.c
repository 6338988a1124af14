// va_arg asks for a double where an int is.
#include <stdarg.h>

static double first(int n, ...) {
  va_list ap;
  va_start(ap, n);
  double d = va_arg(ap, double); //~ bad-call
  va_end(ap);
  return d;
}

int main(void) { return (int)first(1, 0); }
