// GCC computes it while compiling; what is not evaluated does not overflow.
//@ flags: -Wno-overflow
int main(void) {
  if (2147483646 + 1 < 0)
    return 1;
  static unsigned constant = 2147483647u + 1;
  return sizeof(2147483647 + 1) != sizeof(int) || constant != 2147483648u || (0 && 2147483647 + 1 > 0);
}
