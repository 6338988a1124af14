// One member of a struct is set.
struct point {
  int x, y, z;
};

static int norm(const struct point *p) {
  return p->x * p->x + p->y * p->y + p->z * p->z;
}

int main(void) {
  struct point p;
  p.x = 1;
  p.y = 2;
  p.z = 2;
  return norm(&p) - 9;
}
