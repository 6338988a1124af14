// A string literal is not heap memory, its copy is.
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = strdup("text");
  free(p);
  return 0;
}
