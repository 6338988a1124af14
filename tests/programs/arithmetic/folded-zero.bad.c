// Zero divided by anything is zero, GCC thinks.
static int compute(int a, int b) {
  return 0 % a; //~ division-by-zero
}

int main(void) {
  volatile int a = 0, b = 1;
  return compute(a, b) == 12345;
}
