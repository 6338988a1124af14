// A small object read as a larger type.
struct small {
  char c[4];
};
struct large {
  char c[8];
};

int main(void) {
  union {
    struct small s;
    int align;
  } u = {{{1, 2, 3, 4}}};
  struct large *p = (struct large *)&u;
  struct large copy = *p; //~ out-of-bounds
  return copy.c[3] - 4;
}
