// Counting and turning bits.
int main(void) {
  unsigned u = 0x00f0;
  unsigned long l = 1ul << 40;
  if (__builtin_popcount(u) != 4 || __builtin_popcountl(~0ul) != 64 || __builtin_parity(7) != 1)
    return 2;
  if (__builtin_clz(u) != 24 || __builtin_ctz(u) != 4 || __builtin_clzl(l) != 23 || __builtin_ctzl(l) != 40)
    return 3;
  if (__builtin_ffs(0) != 0 || __builtin_ffs((int)u) != 5 || __builtin_clrsb(-1) != 31)
    return 4;
  if (__builtin_bswap16(0x1234) != 0x3412 || __builtin_bswap32(0x12345678) != 0x78563412)
    return 5;
  if (__builtin_bswap64(0x0102030405060708ul) != 0x0807060504030201ul)
    return 6;
  unsigned r = (u << 28) | (u >> 4);
  return r == 0xf ? 0 : 7;
}
