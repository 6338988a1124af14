// A pointer is kept with a tag in one word, where it does not look like a pointer.
// It is freed in the end.
#include <gmc.h>
#include <stdint.h>
#include <stdlib.h>

static uint64_t word;

static void make(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  word = (uint64_t)(uintptr_t)p << 16 | 77;
}

int main(void) {
  make();
  gmc_choose(2);
  int *p = (int *)(uintptr_t)(word >> 16);
  gmc_assert(*p == 1);
  free(p);
  return 0;
}
