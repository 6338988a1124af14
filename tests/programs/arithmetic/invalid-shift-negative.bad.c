// A negative count.
int main(void) {
  unsigned v = 8;
  int n = -1;
  v = v >> n; //~ invalid-shift: shifted by -1
  return v - 4;
}
