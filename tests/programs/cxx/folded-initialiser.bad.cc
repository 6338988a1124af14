// C++ folds initialisers as soon as it has read them.
static int compute(int a, int b) {
  int sum = a + b - b; //~ signed-overflow
  return sum;
}

int main() {
  volatile int a = 2147483647, b = 1;
  return compute(a, b) == 12345;
}
