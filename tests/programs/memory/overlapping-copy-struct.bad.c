// Assignment between overlapping parts of a union.
#include <string.h>

struct block {
  int v[4];
};

int main(void) {
  union {
    struct block b;
    int raw[8];
  } u = {{{1, 2, 3, 4}}};
  struct block *to = (struct block *)&u.raw[2];
  memcpy(to, &u.b, sizeof *to); //~ overlapping-copy
  return u.raw[7] - 4;
}
