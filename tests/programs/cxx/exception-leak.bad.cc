// What only a local pointer leads to is lost where an exception passes.
//@ check
//@ violation: memory-leak
static void work(bool fail) {
  int *numbers = new int[4]();
  if (fail)
    throw numbers[0];
  delete[] numbers;
}

int main() {
  try {
    work(true);
  } catch (int n) {
    return n;
  }
}
