// Arithmetic uses its operands.
int main(void) {
  unsigned u = 5;
  unsigned *p = &u;
  unsigned w = *p * 2 + 1;
  return (int)w - 11;
}
