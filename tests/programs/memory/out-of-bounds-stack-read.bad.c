// Reads behind an array on the stack through a pointer.
static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i]; //~ out-of-bounds: local variable `a` (12 bytes)
  return s;
}

int main(void) {
  int a[3] = {1, 2, 3};
  return sum(a, 4) - 6;
}
