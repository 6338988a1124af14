// The result of the conjunction is known, its left operand is computed nevertheless.
static int compute(int a, int b) {
  return (a + b) && 0;
}

int main(void) {
  volatile int a = 7, b = 1;
  return compute(a, b) == 12345;
}
