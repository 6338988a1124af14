// An index that was never set.
int main(void) {
  int a[4] = {0}, b[2];
  b[0] = 1;
  return a[b[0]];
}
