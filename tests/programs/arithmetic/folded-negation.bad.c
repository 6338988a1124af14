// Negated twice.
static int compute(int a, int b) {
  return -(-a); //~ signed-overflow
}

int main(void) {
  volatile int a = (-2147483647 - 1), b = 1;
  return compute(a, b) == 12345;
}
