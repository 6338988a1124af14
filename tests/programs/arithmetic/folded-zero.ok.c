// Zero divided by anything is zero, GCC thinks.
static int compute(int a, int b) {
  return 0 % a;
}

int main(void) {
  volatile int a = 7, b = 1;
  return compute(a, b) == 12345;
}
