// The remainder of an address, as allocators align blocks whose size is no power of two.
#include <stdint.h>
#include <stddef.h>

static size_t until(unsigned char *start, size_t block) {
  unsigned char *const place = start + 8;
  const size_t rest = block - ((uintptr_t)place % block);
  return rest + (uintptr_t)place / block * 0;
}

int main(void) {
  static unsigned char bytes[256];
  size_t by = until(bytes, 24);
  return (uintptr_t)(bytes + 8 + by) % 24 == 0 && by > 0 && by <= 24 ? 0 : 1;
}
