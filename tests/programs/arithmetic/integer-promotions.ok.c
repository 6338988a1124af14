// The usual arithmetic conversions decide what is compared.
int main(void) {
  unsigned u = 1;
  int i = -1;
  long l = -1;
  if (i < u)
    return 2;
  if (!(l < u))
    return 3;
  unsigned char c = 255;
  signed char s = -1;
  if (c == s || (unsigned char)s != c)
    return 4;
  if (sizeof(c + c) != sizeof(int) || sizeof(u + l) != sizeof(long))
    return 5;
  if ((char)300 != 44 || (unsigned short)-1 != 65535)
    return 6;
  if (-1 / 2 != 0 || -1 % 2 != -1 || -7 / 2 != -3 || -7 % 2 != -1 || 7 % -2 != 1)
    return 7;
  if (~0u != 4294967295u || !5 != 0 || !!5 != 1 || -(-5) != 5 || +c != 255)
    return 8;
  return (~c == -256) ? 0 : 9;
}
