// A pointer outlives the block of its variable.
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  return *p - 1; //~ use-after-scope: local variable `x`
}
