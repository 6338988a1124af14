// A struct with an unset member may be copied; the member of the copy is still unset.
struct pair {
  int set, unset;
};

static int use(struct pair p) {
  return p.unset + 1; //~ uninitialized-read: `p`
}

int main(void) {
  struct pair a, b;
  a.set = -1;
  b = a;
  return use(b);
}
