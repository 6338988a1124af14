// A compound literal ends with its block.
struct point {
  int x, y;
};

int main(void) {
  struct point *p = 0;
    p = &(struct point){3, 4};
  return p->x + p->y - 7;
}
