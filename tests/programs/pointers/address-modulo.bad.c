// The remainder of an address by nothing.
#include <stddef.h>
#include <stdint.h>

int main(int argc, char **argv) {
  (void)argv;
  static unsigned char bytes[256];
  unsigned char *const place = bytes + 8;
  size_t block = argc - 1;
  return (uintptr_t)place % block == 0; //~ division-by-zero
}
