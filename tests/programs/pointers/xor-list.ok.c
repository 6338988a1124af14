// A doubly linked list in one word per node: the exclusive or of both neighbours.
#include <stdint.h>
#include <stdlib.h>

struct node {
  int v;
  uintptr_t both;
};

int main(void) {
  struct node *first = 0, *last = 0;
  for (int i = 1; i <= 6; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 2;
    n->v = i;
    n->both = (uintptr_t)last;
    if (last)
      last->both ^= (uintptr_t)n;
    else
      first = n;
    last = n;
  }
  int forward = 0, backward = 0;
  uintptr_t before = 0;
  for (struct node *n = first; n;) {
    forward = forward * 10 + n->v;
    struct node *next = (struct node *)(n->both ^ before);
    before = (uintptr_t)n;
    n = next;
  }
  before = 0;
  for (struct node *n = last; n;) {
    backward = backward * 10 + n->v;
    struct node *next = (struct node *)(n->both ^ before);
    before = (uintptr_t)n;
    free((void *)before);
    n = next;
  }
  return forward == 123456 && backward == 654321 ? 0 : 3;
}
