// The sum is taken back at once, and GCC would fold both away.
static int compute(int a, int b) {
  return a + b - b; //~ signed-overflow
}

int main(void) {
  volatile int a = 2147483647, b = 1;
  return compute(a, b) == 12345;
}
