// The distance from a null pointer is the address as a number: how programs cast before there was `uintptr_t`.
int main(void) {
  static int numbers[4];
  long address = (char *)&numbers[1] - (char *)0;
  int *aligned = (int *)((char *)0 + (address & ~3L));
  return address % 4 == 0 && aligned == &numbers[1] ? *aligned : 1;
}
