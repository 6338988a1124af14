// The index leaves the inner array nowhere.
struct s {
  int a[3];
  int b[3];
};

static int get(struct s *p, int i) {
  return p->a[i];
}

int main(void) {
  struct s s = {{1, 2, 3}, {4, 5, 6}};
  return get(&s, 2) - 3;
}
