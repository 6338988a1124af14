// Data is not code.
static int zero(void) { return 0; }
static int table[4];

int main(void) {
  void *p = (void *)zero;
  int (*f)(void) = (int (*)(void))p;
  return f();
}
