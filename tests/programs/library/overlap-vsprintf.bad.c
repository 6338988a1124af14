// By way of a list of arguments.
#include <stdarg.h>
#include <stdio.h>

static void print(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsprintf(to, format, list); //~ overlapping-copy
  va_end(list);
}

int main(void) {
  char text[32] = "world";
  print(text, "hello, %s", text);
  return text[0] - 'h';
}
