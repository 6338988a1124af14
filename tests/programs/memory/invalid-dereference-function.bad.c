// The code of a function is not data.
static int zero(void) { return 0; }

int main(void) {
  int (*f)(void) = zero;
  unsigned char *p = (unsigned char *)f;
  if (*p == 0) //~ invalid-dereference: function `zero`
    return 2;
  return f();
}
