// Zero is zero however far it is shifted.
static int compute(int a, int b) {
  return 0 << a; //~ invalid-shift
}

int main(void) {
  volatile int a = 40, b = 1;
  return compute(a, b) == 12345;
}
