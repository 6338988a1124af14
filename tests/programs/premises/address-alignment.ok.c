// A variable lies at a multiple of its alignment, and nobody knows more.
//@ check: --addresses any
//@ unknown: where objects lie
#include <stdint.h>

int main(void) {
  char letters[8];
  return ((uintptr_t)letters & 7) != 0;
}
