// Anything divided by itself is 1, GCC thinks.
static int compute(int a, int b) {
  return a / a; //~ division-by-zero
}

int main(void) {
  volatile int a = 0, b = 1;
  return compute(a, b) == 12345;
}
