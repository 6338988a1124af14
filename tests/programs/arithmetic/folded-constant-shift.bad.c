// GCC computes it while compiling, and warns.
//@ flags: -Wno-shift-count-overflow
int main(void) {
  int far = 1 << 40; //~ invalid-shift
  return far;
}
