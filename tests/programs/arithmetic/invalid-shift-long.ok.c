// A shift right of 64 bits.
int main(void) {
  unsigned long v = 1ul << 63;
  unsigned n = 63;
  v >>= n;
  return v - 1;
}
