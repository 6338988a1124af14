// A call through a null pointer.
static int zero(void) { return 0; }

int main(void) {
  int (*f)(void) = zero;
  return f();
}
