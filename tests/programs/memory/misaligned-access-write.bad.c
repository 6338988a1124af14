// A double is written at an odd address.
#include <stdlib.h>

struct __attribute__((packed)) box {
  char tag;
  double value;
};

static void set(void *p) {
  *(double *)((char *)p + 1) = 1.5; //~ misaligned-access
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
