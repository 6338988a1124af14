// Arithmetic uses its operands.
int main(void) {
  unsigned u;
  unsigned *p = &u;
  unsigned w = *p * 0 + 1; //~ uninitialized-read
  return (int)w - 1;
}
