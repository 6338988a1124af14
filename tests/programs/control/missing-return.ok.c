// A function that ends without a value which nobody uses.
static int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
}

int main(void) {
  sign(0);
  return sign(1) - 1;
}
