// A text that is made of the arguments of a caller does not fit.
#include <stdarg.h>
#include <stdio.h>

static int to(char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsprintf(text, format, list); //~ out-of-bounds: vsprintf
  va_end(list);
  return length;
}

int main(void) {
  char text[4];
  return to(text, "%d", 12345) != 5;
}
