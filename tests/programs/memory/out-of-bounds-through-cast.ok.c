// A small object read as a smaller type.
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
  struct small *p = (struct small *)&u;
  struct small copy = *p;
  return copy.c[3] - 4;
}
