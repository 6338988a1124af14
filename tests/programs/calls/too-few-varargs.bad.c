// va_arg asks for more than there is.
#include <stdarg.h>

static int sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = 0;
  for (int i = 0; i < n; i++)
    s += va_arg(ap, int); //~ bad-call
  va_end(ap);
  return s;
}

int main(void) { return sum(3, 4, -4); }
