// The quotient is not used.
static int compute(int a, int b) {
  return (b / a, b); //~ division-by-zero
}

int main(void) {
  volatile int a = 0, b = 1;
  return compute(a, b) == 12345;
}
