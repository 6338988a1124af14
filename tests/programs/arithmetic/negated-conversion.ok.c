// The sum that GCC makes of this with -ftrapv alone overflows; the source's does not (its bug 83269).
int main(void) {
  volatile unsigned char a = 1;
  long long b = 0x80000000L;
  int c = -((int)(-b) - (-0x7fffffff * a));
  return c == 1 ? 0 : 1;
}
