// The address of a local variable is returned.
static int *counter(void) {
  int n = 41;
  int *p = &n;
  return p;
}

int main(void) {
  int *p = counter();
  return *p - 41; //~ use-after-scope: local variable `n`
}
