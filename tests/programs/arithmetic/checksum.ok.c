// A few thousand operations; the native run says what comes out.
//@ exit: 39
#include <stdint.h>

int main(void) {
  uint32_t crc = ~0u;
  uint64_t state = 88172645463325252ull;
  for (int i = 0; i < 2000; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    crc ^= (uint8_t)state;
    for (int k = 0; k < 8; k++)
      crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return (int)(crc & 0x7f);
}
