// A callee uses an argument that was never set.
static int twice(int x) {
  return x * 2; //~ uninitialized-read: `x`
}

int main(void) {
  int x;
  return twice(x);
}
