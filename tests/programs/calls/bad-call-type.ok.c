// A function is called through a pointer of its own type.
static int add(int a, int b) { return a + b; }

int main(void) {
  int (*f)(int, int) = (int (*)(int, int))add;
  return f(1, -1);
}
