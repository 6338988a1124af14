// What posix_memalign hands out is to be freed.
//@ check
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

int main(void) {
  void *place;
  if (posix_memalign(&place, 64, 100) != 0) //~ memory-leak
    return 0;
  return 0;
}
