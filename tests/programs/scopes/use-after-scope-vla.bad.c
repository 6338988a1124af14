// An array of run-time size ends with its block.
static int run(int n) {
  int *p = 0;
  {
    int a[n];
    for (int i = 0; i < n; i++)
      a[i] = i;
    p = a;
  }
  return p[n - 1]; //~ use-after-scope
}

int main(void) { return run(5) - 4; }
