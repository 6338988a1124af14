// A shift right of 64 bits.
int main(void) {
  unsigned long v = 1ul << 63;
  unsigned n = 64;
  v >>= n; //~ invalid-shift: 64 bits is shifted by 64
  return v - 1;
}
