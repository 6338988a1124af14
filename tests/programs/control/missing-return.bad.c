// A function that ends without a value which is used.
static int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
} //~ missing-return: sign

int main(void) {
  return sign(0) == 5;
}
