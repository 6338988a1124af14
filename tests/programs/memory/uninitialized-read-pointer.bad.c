// A pointer that was never set is followed.
#include <stdlib.h>

struct node {
  int v;
  struct node *next;
};

int main(void) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 2;
  n->v = 1;
  int s = 0;
  for (struct node *i = n; i; i = i->next) //~ uninitialized-read
    s += i->v;
  free(n);
  return s - 1;
}
