// The value of an assignment is converted where it is used, and that a constant does not fit there is no overflow.
static short sum(short a, signed char b) { return a + b; }

int main(void) {
  int l = 1, m = 1;
  short s;
  long wide;
  if (sum((l = 0xEF60L), (m = 300)) != -4256 + 44 || l + m != 61580)
    return 1;
  s = l = 70000;
  if (s != 4464 || l != 70000)
    return 2;
  wide = s = (l = 0x18000) + 1;
  if (wide != -32767)
    return 3;
  return (signed char)(l = 128) == -128 && l == 128 ? 0 : 4;
}
