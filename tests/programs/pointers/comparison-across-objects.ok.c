// The order of pointers into one object.
int a[4], b[4];

int main(void) {
  int *p = a + 1, *q = a + 2;
  if (p < q)
    return 0;
  return 2;
}
