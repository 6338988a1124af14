// GCC computes it while compiling.
//@ flags: -Wno-shift-count-overflow
int main(void) {
  long far = 1L << 40;
  return far != 1099511627776;
}
