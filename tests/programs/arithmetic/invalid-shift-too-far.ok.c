// A shift by the width of the type less one.
int main(void) {
  unsigned v = 1;
  int n = 31;
  v = v << n;
  return v != 0x80000000u;
}
