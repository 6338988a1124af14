// `a / -1 - 1` is `~a`, GCC thinks.
static int compute(int a, int b) {
  return a / -1 - 1;
}

int main(void) {
  volatile int a = 7, b = 1;
  return compute(a, b) == 12345;
}
