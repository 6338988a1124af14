// The variable of a loop body has no value in the next iteration.
int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++) {
    int last;
    if (i == 0 || i > 0)
      last = i;
    r += last;
  }
  return r - 3;
}
