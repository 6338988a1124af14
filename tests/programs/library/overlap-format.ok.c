// The format is copied first; where there is no room, nothing is written.
#include <stdio.h>
#include <string.h>

int main(void) {
  char format[16] = "<%d>", text[16];
  snprintf(text, sizeof text, format, 5);
  return strcmp(text, "<5>") != 0 || snprintf(format, 0, format, 7) != 3;
}
