// A double is written through a packed struct, which has no alignment.
#include <stdlib.h>

struct __attribute__((packed)) box {
  char tag;
  double value;
};

static void set(void *p) {
  ((struct box *)p)->value = 1.5;
}

int main(void) {
  struct box *b = malloc(sizeof *b);
  if (!b)
    return 2;
  set(b);
  int r = b->value == 1.5;
  free(b);
  return r - 1;
}
