// What is multiplied by zero is not computed, unless somebody looks.
static int compute(int a, int b) {
  return (a + 1) * 0; //~ signed-overflow
}

int main(void) {
  volatile int a = 2147483647, b = 1;
  return compute(a, b) == 12345;
}
