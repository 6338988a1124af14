// A local that is never set decides a branch.
static int pick(int way) {
  int x;
  if (way)
    x = 1;
  if (x) //~ uninitialized-read: `x`
    return 1;
  return 0;
}

int main(void) { return pick(0); }
