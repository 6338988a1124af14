// va_arg asks for the type that was passed.
#include <stdarg.h>

static double first(int n, ...) {
  va_list ap;
  va_start(ap, n);
  double d = va_arg(ap, double);
  va_end(ap);
  return d;
}

int main(void) { return (int)first(1, 0.0); }
