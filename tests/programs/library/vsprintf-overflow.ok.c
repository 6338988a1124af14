// A text that is made of the arguments of a caller fits.
#include <stdarg.h>
#include <stdio.h>

static int to(char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(text, 4, format, list);
  va_end(list);
  return length;
}

int main(void) {
  char text[4];
  return to(text, "%d", 12345) != 5;
}
