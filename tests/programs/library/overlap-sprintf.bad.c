// A string is appended to itself by printing it over itself (C11 7.21.6.6p2).
#include <stdio.h>

int main(void) {
  char text[16] = "abc";
  sprintf(text, "%s!", text); //~ overlapping-copy
  return text[0];
}
