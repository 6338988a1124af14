// A value is computed although nothing uses it: the last one of several that commas separate.
int main(void) {
  volatile int zero = 0;
  int a = 5, b = zero;
  (a - b), (a % b); //~ division-by-zero
  return 0;
}
