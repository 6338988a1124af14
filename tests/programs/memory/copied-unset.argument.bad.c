// A value that was never set is passed on, and then tells where to go.
static int twice(int x) { return 2 * x; } //~ uninitialized-read: `x` is used but was never set

int main(void) {
  int values[2];
  values[0] = 1;
  return twice(values[1]);
}
