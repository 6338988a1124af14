// The end of what is read is the beginning of what is written.
#include <stdio.h>

int main(void) {
  char text[16] = "abc";
  snprintf(text + 3, 8, "%s", text); //~ overlapping-copy
  return text[0] - 'a';
}
