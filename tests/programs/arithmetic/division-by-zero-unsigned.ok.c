// Unsigned division by one.
int main(void) {
  unsigned long a = 7, b = 1;
  return (int)(a / b) - 7;
}
