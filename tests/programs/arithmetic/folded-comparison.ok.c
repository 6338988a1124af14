// GCC knows how a sum compares with one of its terms.
static int compute(int a, int b) {
  return a + b < a;
}

int main(void) {
  volatile int a = 7, b = 1;
  return compute(a, b) == 12345;
}
