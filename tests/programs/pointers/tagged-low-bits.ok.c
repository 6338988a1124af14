// Tags in the low bits of aligned pointers.
#include <stdint.h>
#include <stdlib.h>

struct node {
  long key;
};

static uintptr_t tag(void *p, unsigned t) { return (uintptr_t)p | t; }
static unsigned tag_of(uintptr_t v) { return v & 7; }
static void *untag(uintptr_t v) { return (void *)(v & ~(uintptr_t)7); }

int main(void) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 2;
  n->key = 42;
  for (unsigned t = 0; t < 8; t++) {
    uintptr_t v = tag(n, t);
    if (tag_of(v) != t)
      return 3;
    if (((struct node *)untag(v))->key != 42)
      return 4;
    if (((struct node *)(v - t))->key != 42)
      return 5;
    if (((struct node *)(v ^ t))->key != 42)
      return 6;
  }
  free(n);
  return 0;
}
