// A pointer into the middle of a function.
static int zero(void) { return 0; }

int main(void) {
  char *p = (char *)zero;
  p++;
  return ((int (*)(void))p)(); //~ bad-call: does not point to a function
}
