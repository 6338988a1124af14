// A string is printed behind itself.
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[16] = "abc";
  sprintf(text + 4, "%s!", text);
  sprintf(text + 3, "%s", "def");
  return strcmp(text, "abcdef");
}
