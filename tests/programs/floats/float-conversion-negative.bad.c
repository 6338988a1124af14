// A negative number converted to an unsigned type.
int main(void) {
  double d = -1.0;
  unsigned u = (unsigned)d; //~ float-conversion: -1
  return u != 0;
}
