// Everything that 128-bit integers can do.
typedef unsigned __int128 u128;
typedef __int128 i128;

static u128 power(u128 b, int n) {
  u128 r = 1;
  while (n--)
    r *= b;
  return r;
}

int main(void) {
  u128 t = power(10, 38);
  if ((unsigned long)(t >> 64) != 0x4b3b4ca85a86c47aul || (unsigned long)t != 0x098a224000000000ul)
    return 2;
  int digits = 0;
  for (u128 v = t; v; v /= 10)
    digits++;
  if (digits != 39 || t % 7 != 2)
    return 3;
  i128 n = -(i128)power(10, 30);
  if (n / 1000000000 * 1000000000 != n || n % 7 != -1 || n >= 0 || (long)(n >> 64) != -54210108625l)
    return 4;
  double d = (double)n;
  if (d != -1e30 || (i128)1e20 / 100000 != 1000000000000000)
    return 5;
  u128 x = ((u128)0x0123456789abcdef << 64) | 0xfedcba9876543210;
  if ((x ^ x) || (x | ~x) != ~(u128)0 || (unsigned)(x >> 60) != 0x9abcdeffu + 0 * 1)
    return 6;
  return x > t ? 7 : 0;
}
