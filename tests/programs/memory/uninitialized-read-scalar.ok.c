// A local that is always set decides a branch.
static int pick(int way) {
  int x = 0;
  if (way)
    x = 1;
  if (x)
    return 1;
  return 0;
}

int main(void) { return pick(0); }
