// What is not a number has no integer value.
int main(void) {
  float zero = 0, f = zero / zero;
  long l = (long)f; //~ float-conversion: NaN
  return l != 0;
}
