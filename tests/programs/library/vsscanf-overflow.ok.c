// A word is read with the room for it in the format.
#include <stdarg.h>
#include <stdio.h>

static int from(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vsscanf(text, "%3s", list);
  va_end(list);
  return count;
}

int main(void) {
  char word[4];
  return from("abcdef", "%s", word) != 1;
}
