// The code of a function is not data.
static int zero(void) { return 0; }

int main(void) {
  int (*f)(void) = zero;
  if (f == 0)
    return 2;
  return f();
}
