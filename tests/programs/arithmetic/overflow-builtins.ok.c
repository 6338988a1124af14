// __builtin_*_overflow tells instead of failing.
#include <limits.h>

int main(void) {
  int r;
  long l;
  unsigned u;
  unsigned char c;
  if (__builtin_add_overflow(INT_MAX, 1, &r) != 1 || r != INT_MIN)
    return 2;
  if (__builtin_add_overflow(INT_MAX, 1, &l) != 0 || l != 2147483648)
    return 3;
  if (__builtin_sub_overflow(1, 2, &u) != 1 || u != UINT_MAX)
    return 4;
  if (__builtin_mul_overflow(1 << 20, 1 << 12, &r) != 1 || r != 0)
    return 5;
  if (__builtin_add_overflow(200, 55, &c) || c != 255 || !__builtin_add_overflow(200, 56, &c) || c)
    return 6;
  if (!__builtin_smull_overflow(LONG_MAX, 2, &l) || __builtin_uadd_overflow(1u, 2u, &u) || u != 3)
    return 7;
  return __builtin_add_overflow_p(INT_MIN, -1, 0) ? 0 : 8;
}
