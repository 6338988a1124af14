// Of what is read, no more than the precision says.
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[16] = "abc";
  snprintf(text + 3, 8, "%.3s", text);
  return strcmp(text, "abcabc");
}
