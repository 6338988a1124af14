// The value is not used, but it is computed.
static void compute(int a, int b) {
  a + b; //~ signed-overflow
}

int main(void) {
  volatile int a = 2147483647, b = 1;
  compute(a, b);
  return 0;
}
