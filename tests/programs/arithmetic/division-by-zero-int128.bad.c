// Division of 128 bits.
int main(void) {
  unsigned __int128 a = (unsigned __int128)7 << 100;
  unsigned __int128 b = 0;
  return (int)(a / b) - 7; //~ division-by-zero
}
