// Between all arithmetic types, where the value fits.
#include <stdint.h>

int main(void) {
  double d = -3.99;
  if ((int)d != -3 || (long)1e18 != 1000000000000000000 || (unsigned char)255.9 != 255)
    return 2;
  if ((int)-2147483648.9 != INT32_MIN || (unsigned)4294967295.5 != UINT32_MAX || (unsigned)-0.5 != 0)
    return 3;
  if ((float)16777217 != 16777216.0f || (double)UINT64_MAX != 18446744073709551616.0)
    return 4;
  if ((uint64_t)9223372036854775808.0 != 1ull << 63 || (float)1e-50 != 0)
    return 5;
  long double l = 9007199254740993.0L;
  if ((double)l != 9007199254740992.0 || (int64_t)l != 9007199254740993)
    return 6;
  _Float128 q = 1;
  for (int i = 0; i < 100; i++)
    q /= 2;
  if (1 + q == 1 || (double)(1 + q) != 1.0)
    return 7;
  __int128 w = (__int128)1e30;
  return (double)w == 1e30 && (int)0.99999 == 0 && (_Bool)0.1 == 1 ? 0 : 8;
}
