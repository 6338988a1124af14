// A pointer into the middle of a function.
static int zero(void) { return 0; }

int main(void) {
  char *p = (char *)zero;
  p++; //~ invalid-pointer-operation
  return ((int (*)(void))p)();
}
