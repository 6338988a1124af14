// GCC would multiply unsigned characters, which wrap.
static int compute(int a, int b) {
  return (char)(a * b);
}

int main(void) {
  volatile int a = 7, b = 2;
  return compute(a, b) == 12345;
}
