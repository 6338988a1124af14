// Jumping out of a block ends it too.
int main(void) {
  int *p = 0, n = 0;
again:
  if (p)
    return *p;
  {
    static int inner;
    inner = n++;
    p = &inner;
    goto again;
  }
}
