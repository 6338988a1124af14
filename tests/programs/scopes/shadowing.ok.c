// Names hide names: blocks, loops, parameters, and the same name used for tags, labels and members.
int x = 1;

static int deep(int x) {
  int r = x;
  {
    int x = 10;
    r += x;
    for (int x = 0; x < 3; x++) {
      int y = x;
      {
        int x = 100;
        r += x + y;
      }
    }
    r += x;
  }
  {
    extern int x;
    r += x;
  }
  return r + x;
}

int main(void) {
  struct x {
    int x;
  } s = {5};
  goto x;
x:
  return deep(2) + s.x - (2 + 10 + 303 + 10 + 1 + 2 + 5);
}
