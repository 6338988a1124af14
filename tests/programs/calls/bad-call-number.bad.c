// A number is not a function.
static int zero(void) { return 0; }

int main(void) {
  unsigned long address = 0x1234;
  return ((int (*)(void))address)(); //~ bad-call
}
