// A negative number converted to an unsigned type.
int main(void) {
  double d = -0.9;
  unsigned u = (unsigned)d;
  return u != 0;
}
