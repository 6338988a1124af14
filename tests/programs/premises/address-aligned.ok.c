// What alignment says of an address is known wherever the object lies.
//@ check: --addresses any
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static struct pair {
  long first;
  char second;
} pair;

int main(void) {
  _Alignas(16) char letters[8];
  char *block = malloc(8);
  assert(((uintptr_t)&pair & 7) == 0 && ((uintptr_t)&pair.second & 7) == 0);
  assert(((uintptr_t)letters & 15) == 0 && ((uintptr_t)(letters + 3) & 15) == 3);
  assert(((uintptr_t)block & 15) == 0);
  assert((char *)(((uintptr_t)letters + 7) & ~(uintptr_t)7) == letters);
  free(block);
}
