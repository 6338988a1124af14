// Pointers into scopes that are still open, over calls and recursion.
struct frame {
  struct frame *up;
  int depth;
};

static int walk(struct frame *up, int n) {
  struct frame f = {up, n};
  if (n == 0) {
    int s = 0;
    for (struct frame *p = &f; p; p = p->up)
      s += p->depth;
    return s;
  }
  return walk(&f, n - 1);
}

static void set(int *out) { *out = 5; }

int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++) {
    int v;
    set(&v);
    r += v;
  }
  return r == 15 && walk(0, 10) == 55 ? 0 : 2;
}
