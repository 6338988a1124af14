// An allocator that aligns by rounding an address up.
#include <stdint.h>
#include <stdlib.h>

static void *aligned(size_t size, size_t align, void **block) {
  char *p = malloc(size + align);
  *block = p;
  if (!p)
    exit(2);
  return (void *)(((uintptr_t)p + align - 1) & ~(uintptr_t)(align - 1));
}

int main(void) {
  for (size_t align = 1; align <= 256; align *= 2) {
    void *block;
    char *p = aligned(32, align, &block);
    if ((uintptr_t)p % align)
      return 3;
    for (int i = 0; i < 32; i++)
      p[i] = (char)i;
    free(block);
  }
  return 0;
}
