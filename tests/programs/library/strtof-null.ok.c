// strtof reads a string, and a null pointer is none.
#include <stddef.h>
#include <stdlib.h>

int main(void) {
  const char *text = "2.5";
  return strtof(text, NULL) != 2.5f;
}
