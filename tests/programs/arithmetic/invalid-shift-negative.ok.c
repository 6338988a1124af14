// A negative count.
int main(void) {
  unsigned v = 8;
  int n = 1;
  v = v >> n;
  return v - 4;
}
