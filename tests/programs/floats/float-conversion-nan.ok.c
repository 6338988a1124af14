// What is not a number has no integer value.
int main(void) {
  float zero = 0, f = zero;
  long l = (long)f;
  return l != 0;
}
