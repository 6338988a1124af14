// The width that counts is that after promotion: int, so a byte can be shifted by more than 8.
int main(void) {
  unsigned char b = 1;
  int n = 20;
  int r = b << n;
  return r != 1 << 20;
}
