// By way of a list of arguments.
#include <stdarg.h>
#include <stdio.h>

static void print(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsprintf(to, format, list);
  va_end(list);
}

int main(void) {
  char text[32] = "world", greeting[32];
  print(greeting, "hello, %s", text);
  return greeting[0] - 'h';
}
