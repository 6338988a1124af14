// Arithmetic uses its operands.
int main(void) {
  unsigned u;
  unsigned *p = &u;
  unsigned w = *p * 2 + 1; //~ uninitialized-read
  return (int)w - 11;
}
