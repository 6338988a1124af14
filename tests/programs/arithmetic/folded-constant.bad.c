// GCC computes it while compiling, and warns.
//@ flags: -Wno-overflow
int main(void) {
  int product = 65536 * 65536; //~ signed-overflow: a constant expression
  return product;
}
