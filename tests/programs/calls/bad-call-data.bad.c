// Data is not code.
static int zero(void) { return 0; }
static int table[4];

int main(void) {
  void *p = table;
  int (*f)(void) = (int (*)(void))p;
  return f(); //~ bad-call: does not point to a function
}
