// The result of the conjunction is known, its left operand is computed nevertheless.
static int compute(int a, int b) {
  return (a + b) && 0; //~ signed-overflow
}

int main(void) {
  volatile int a = 2147483647, b = 1;
  return compute(a, b) == 12345;
}
