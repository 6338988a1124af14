// A shift of 128 bits.
int main(void) {
  unsigned __int128 v = 1;
  int n = 128;
  v <<= n; //~ invalid-shift
  return (int)(v >> 127) - 1;
}
