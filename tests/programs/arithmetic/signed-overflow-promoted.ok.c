// Two unsigned shorts are multiplied as ints.
int main(void) {
  unsigned short a = 65535, b = 32768;
  unsigned r = a * b;
  return r != 2147450880u;
}
