// GCC compares instead of dividing 1.
static int compute(int a, int b) {
  return 1 / a; //~ division-by-zero
}

int main(void) {
  volatile int a = 0, b = 1;
  return compute(a, b) == 12345;
}
