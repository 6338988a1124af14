// A value that was never set is copied twice, and then used.
#include <stdlib.h>

struct state {
  int match, previous;
};

int main(void) {
  struct state *s = malloc(sizeof *s);
  s->previous = s->match;
  int copy = s->previous;
  int found = 0;
  if (copy > 3) //~ uninitialized-read: `copy` is used but was never set
    found = 1;
  free(s);
  return found;
}
