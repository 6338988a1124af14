// Reads the end of an array on the stack through a pointer.
static int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void) {
  int a[3] = {1, 2, 3};
  return sum(a, 3) - 6;
}
