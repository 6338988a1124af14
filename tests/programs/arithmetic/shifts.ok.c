// Shifts of every width and sign; GCC defines shifts of negative numbers.
int main(void) {
  int m = -16;
  if (m >> 2 != -4 || m << 1 != -32 || -1 >> 31 != -1)
    return 2;
  long l = 1;
  if (l << 62 != 0x4000000000000000 || (l << 40) >> 39 != 2)
    return 3;
  unsigned char b = 0xf0;
  if ((b << 4) != 0xf00 || (unsigned char)(b << 4) != 0 || b >> 4 != 15)
    return 4;
  __int128 w = -1;
  if (w >> 100 != -1 || (unsigned __int128)w >> 127 != 1)
    return 5;
  int s = 0;
  for (int i = 0; i < 32; i++)
    s += (0xaaaaaaaau >> i) & 1;
  return s == 16 ? 0 : 6;
}
