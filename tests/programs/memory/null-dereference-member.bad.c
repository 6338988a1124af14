// The member's offset does not make a null pointer valid.
struct s {
  char pad[64];
  int x;
};

static int get(const struct s *p) {
  return p->x; //~ null-dereference: through a null pointer
}

int main(void) {
  struct s s = {.x = 0};
  return get(0);
}
