// A callee uses an argument that was never set.
static int twice(int x) {
  return x * 2;
}

int main(void) {
  int x = 0;
  return twice(x);
}
