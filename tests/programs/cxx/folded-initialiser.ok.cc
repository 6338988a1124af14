// C++ folds initialisers as soon as it has read them.
static int compute(int a, int b) {
  int sum = a + b - b;
  return sum;
}

int main() {
  volatile int a = 7, b = 1;
  return compute(a, b) == 12345;
}
