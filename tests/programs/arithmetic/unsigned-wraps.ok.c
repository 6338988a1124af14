// Unsigned arithmetic of every width wraps.
#include <limits.h>
#include <stdint.h>

int main(void) {
  unsigned u = UINT_MAX;
  unsigned long l = ULONG_MAX;
  uint8_t b = 255;
  uint16_t h = 65535;
  unsigned __int128 w = ~(unsigned __int128)0;
  u += 2;
  l += 2;
  b += 2;
  h += 2;
  w += 2;
  if (u != 1 || l != 1 || b != 1 || h != 1 || w != 1)
    return 2;
  u -= 2;
  l -= 2;
  w -= 2;
  if (u != UINT_MAX || l != ULONG_MAX || w + 1 != 0)
    return 3;
  if (u * u != 1 || l * l != 1 || w * w != 1 || -u != 1 || -l != 1)
    return 4;
  uint32_t hash = 2166136261u;
  for (int i = 0; i < 100; i++)
    hash = (hash ^ (uint32_t)i) * 16777619u;
  return hash == 0 ? 5 : 0;
}
