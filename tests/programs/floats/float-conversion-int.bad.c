// A double that does not fit an int.
int main(void) {
  double d = 2147483648.0;
  int i = (int)d; //~ float-conversion: 2147483648
  return i != 2147483647;
}
