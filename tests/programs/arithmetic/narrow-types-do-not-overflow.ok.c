// Arithmetic in char and short is done in int; storing the result back is a conversion, which GCC defines as wrapping.
int main(void) {
  signed char c = 127;
  c++;
  if (c != -128)
    return 2;
  c = 100;
  c += 100;
  if (c != -56)
    return 3;
  short s = 32767;
  s = s + 1;
  if (s != -32768)
    return 4;
  s *= 2;
  if (s != 0)
    return 5;
  unsigned char u = 0;
  u--;
  if (u != 255)
    return 6;
  c = (signed char)0x1ff;
  int i = (int)0x80000001u;
  return c == -1 && i == -2147483647 ? 0 : 7;
}
