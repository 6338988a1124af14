// Two unsigned shorts are multiplied as ints.
int main(void) {
  unsigned short a = 65535, b = 65535;
  unsigned r = a * b; //~ signed-overflow: 65535 * 65535
  return r != 2147450880u;
}
