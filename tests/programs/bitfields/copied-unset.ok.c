// A bit-field that was never set is copied, and set before it is used: headers of allocators are moved like this.
#include <stdlib.h>

struct header {
  unsigned char kind : 7, mark : 1;
};

int main(void) {
  struct header *from = malloc(sizeof *from), *to = malloc(sizeof *to);
  if (!from || !to)
    abort();
  to->kind = from->kind;
  to->mark = from->mark;
  to->kind = 5;
  int kind = to->kind;
  free(from);
  free(to);
  return kind - 5;
}
