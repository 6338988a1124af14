// Jumping out of a block ends it too.
int main(void) {
  int *p = 0, n = 0;
again:
  if (p)
    return *p; //~ use-after-scope: `inner`
  {
    int inner;
    inner = n++;
    p = &inner;
    goto again;
  }
}
