// What is scanned may not be written meanwhile (C11 7.21.6.7).
// Here the word goes where the text is.
#include <stdio.h>
int main(void) {
  char text[40] = "12 abc";
  return sscanf(text, "%*d %s", text) != 1; //~ overlapping-copy
}
