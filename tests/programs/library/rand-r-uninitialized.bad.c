// rand_r keeps its state where it is told, and needs one to begin with.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

int main(void) {
  unsigned seed;
  return rand_r(&seed) < 0; //~ uninitialized-read
}
