// One member of a struct is not set.
struct point {
  int x, y, z;
};

static int norm(const struct point *p) {
  return p->x * p->x + p->y * p->y + p->z * p->z; //~ uninitialized-read
}

int main(void) {
  struct point p;
  p.x = 1;
  p.y = 2;
  return norm(&p) - 9;
}
