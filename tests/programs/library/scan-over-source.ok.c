// What is scanned may not be written meanwhile (C11 7.21.6.7).
#include <stdio.h>
int main(void) {
  char text[40] = "12 abc";
  // Behind the text is where nothing is read.
  return sscanf(text, "%*d %s", text + 7) != 1 || text[7] != 'a';
}
