// Static locals keep their value, one for each function and block.
static int next(void) {
  static int n = 10;
  return n++;
}

static int other(int which) {
  if (which) {
    static int n;
    return ++n;
  } else {
    static int n = 100;
    return ++n;
  }
}

static int *slot(void) {
  static int s[3];
  static int at;
  return &s[at++ % 3];
}

int main(void) {
  if (next() != 10 || next() != 11 || next() != 12)
    return 2;
  if (other(1) != 1 || other(0) != 101 || other(1) != 2 || other(0) != 102)
    return 3;
  int *a = slot();
  *a = 7;
  slot();
  slot();
  return *slot() == 7 ? 0 : 4;
}
