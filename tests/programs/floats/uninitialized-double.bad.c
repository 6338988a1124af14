// Arithmetic on a double that was never set.
int main(void) {
  double d[2];
  d[0] = 1;
  double s = d[0] + d[1]; //~ uninitialized-read
  return s != 2;
}
