// The order of pointers into different objects.
//@ options: --pedantic
int a[4], b[4];

int main(void) {
  int *p = a + 1, *q = b + 2;
  if (p < q) //~ invalid-pointer-operation: different objects
    return 0;
  return 0;
}
