// GCC computes it while compiling, and warns.
//@ flags: -Wno-overflow
int main(void) {
  if (2147483647 + 1 < 0) //~ signed-overflow
    return 1;
  return 0;
}
