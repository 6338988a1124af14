// A pointer into the middle of a function.
static int zero(void) { return 0; }

int main(void) {
  char *p = (char *)zero;
  return ((int (*)(void))p)();
}
