// The index of an array whose size is known at run time only.
static int last(int n) {
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i;
  return a[n - 1];
}

int main(void) { return last(7) - 6; }
