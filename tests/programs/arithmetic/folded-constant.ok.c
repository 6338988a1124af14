// GCC computes it while compiling. A conversion of a constant is no overflow.
//@ flags: -Wno-overflow
int main(void) {
  int product = 65535 * 32768;
  signed char narrow = 200;
  int converted = 4294967295u;
  return product != 2147450880 || narrow != -56 || converted != -1;
}
