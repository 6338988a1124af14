// An array without elements is initialised.
int main(void) {
  int none[0] = {};
  int one = 0;
  int *p = &one;
  return *p + (int)sizeof none;
}
