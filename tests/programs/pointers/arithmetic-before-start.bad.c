// A loop that runs backwards and leaves the array at its start.
//@ options: --pedantic
int main(void) {
  int a[3] = {1, 2, 3}, s = 0;
  int *p = a + 2;
  while (p >= a)
    s += *p--; //~ invalid-pointer-operation: offset -4
  return s - 6;
}
