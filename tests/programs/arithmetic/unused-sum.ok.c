// The value is not used, but it is computed; what is not evaluated is not.
static void compute(int a, int b) {
  a + b;
  sizeof(a + b + 2147483647);
  (void)sizeof(1 / (a - a));
}

int main(void) {
  volatile int a = 2147483646, b = 1;
  compute(a, b);
  return 0;
}
