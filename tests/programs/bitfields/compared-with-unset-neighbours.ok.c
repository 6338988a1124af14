// GCC compares bit-fields by loading the words around them: neighbours and padding may have no value.
#include <stdlib.h>

struct wide {
  unsigned long a : 33, b : 31, c : 40;
};

int main(void) {
  struct wide w, *h = malloc(sizeof *h);
  if (!h)
    return 2;
  w.a = 5;
  h->c = 7;
  if (w.a != 5 || h->c != 7 || w.a == 0x1ffffffff)
    return 3;
  h->a = w.a;
  int same = w.a == h->a;
  free(h);
  return same ? 0 : 4;
}
