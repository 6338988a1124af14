// A shift of 128 bits.
int main(void) {
  unsigned __int128 v = 1;
  int n = 127;
  v <<= n;
  return (int)(v >> 127) - 1;
}
