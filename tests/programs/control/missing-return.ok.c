// A function that ends without a value, which nobody uses; passing it on is no use.
static int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
}

static int pass(int x) { return sign(x); }

int main(void) {
  pass(0);
  return pass(1) - 1;
}
