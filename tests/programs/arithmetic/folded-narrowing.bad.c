// GCC would multiply unsigned characters, which wrap.
static int compute(int a, int b) {
  return (char)(a * b); //~ signed-overflow
}

int main(void) {
  volatile int a = 2147483647, b = 2;
  return compute(a, b) == 12345;
}
