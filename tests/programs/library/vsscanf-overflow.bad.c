// A word is read into too little room.
#include <stdarg.h>
#include <stdio.h>

static int from(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vsscanf(text, format, list); //~ out-of-bounds
  va_end(list);
  return count;
}

int main(void) {
  char word[4];
  return from("abcdef", "%s", word) != 1;
}
