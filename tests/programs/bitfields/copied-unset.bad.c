// A bit-field that was never set is copied, and the copy is used.
#include <stdlib.h>

struct header {
  unsigned char kind : 7, mark : 1;
};

int main(void) {
  struct header *from = malloc(sizeof *from), *to = malloc(sizeof *to);
  if (!from || !to)
    abort();
  to->kind = from->kind;
  if (to->kind == 5) //~ uninitialized-read
    return 1;
  free(from);
  free(to);
  return 0;
}
