// A list of arguments leads nowhere after va_end.
#include <stdarg.h>
static int first(int count, ...) {
  va_list list;
  va_start(list, count);
  va_end(list);
  return va_arg(list, int); //~ bad-call
}
int main(void) { return first(1, 0); }
