// The variable of one iteration is gone in the next.
int main(void) {
  int *last = 0, s = 0;
  int value = 0;
  for (int i = 0; i < 3; i++) {
    if (last)
      s += *last;
    value = i;
    last = &value;
  }
  return s - 1;
}
