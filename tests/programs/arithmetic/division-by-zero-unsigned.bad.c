// Unsigned division by zero.
int main(void) {
  unsigned long a = 7, b = 0;
  return (int)(a / b) - 7; //~ division-by-zero
}
