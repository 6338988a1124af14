// A string literal is not heap memory, its copy is.
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = "text";
  free(p); //~ invalid-free: string literal
  return 0;
}
