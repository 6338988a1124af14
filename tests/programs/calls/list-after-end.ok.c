// A list of arguments leads nowhere after va_end, unless it starts again.
#include <stdarg.h>
static int first(int count, ...) {
  va_list list, copy;
  va_start(list, count);
  va_copy(copy, list);
  va_end(list);
  int sum = va_arg(copy, int);
  va_end(copy);
  va_start(list, count);
  sum += va_arg(list, int);
  va_end(list);
  va_end(list);
  return sum;
}
int main(void) { return first(1, 2) != 4; }
