// A flexible array is as long as its allocation.
#include <stdlib.h>

struct text {
  int length;
  char bytes[];
};

int main(void) {
  struct text *t = malloc(sizeof *t + 4);
  if (!t)
    return 2;
  t->length = 4;
  for (int i = 0; i <= t->length; i++)
    t->bytes[i] = 'a'; //~ out-of-bounds: heap memory (8 bytes)
  free(t);
  return 0;
}
