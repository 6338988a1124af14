// The index leaves the inner array but not the struct around it: still an error.
struct s {
  int a[3];
  int b[3];
};

static int get(struct s *p, int i) {
  return p->a[i]; //~ out-of-bounds: index 3
}

int main(void) {
  struct s s = {{1, 2, 3}, {4, 5, 6}};
  return get(&s, 3) - 3;
}
