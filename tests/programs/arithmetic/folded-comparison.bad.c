// GCC knows how a sum compares with one of its terms.
static int compute(int a, int b) {
  return a + b < a; //~ signed-overflow
}

int main(void) {
  volatile int a = 2147483647, b = 1;
  return compute(a, b) == 12345;
}
