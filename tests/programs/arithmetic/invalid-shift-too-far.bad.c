// A shift by the width of the type .
int main(void) {
  unsigned v = 1;
  int n = 32;
  v = v << n; //~ invalid-shift: 32 bits is shifted by 32
  return v != 0x80000000u;
}
