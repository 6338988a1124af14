// What getenv returns belongs to the environment.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

int main(void) {
  setenv("COLOUR", "blue", 1);
  char *colour = getenv("COLOUR");
  int first = *colour;
  return first != 'b';
}
