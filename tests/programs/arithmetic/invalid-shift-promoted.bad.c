// The width that counts is that after promotion: int.
int main(void) {
  unsigned char b = 1;
  int n = 40;
  int r = b << n; //~ invalid-shift: shifted by 40
  return r != 1 << 20;
}
