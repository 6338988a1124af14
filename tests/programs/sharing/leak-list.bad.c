// Neighbours in a list are known by the exclusive or of their addresses.
// A node that never was in the list is lost.
#include <gmc.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  int value;
  uintptr_t link;
};

static struct node *first, *last;

static struct node *node(int value) {
  struct node *it = malloc(sizeof *it); //~ memory-leak
  it->value = value;
  it->link = 0;
  return it;
}

static void append(int value) {
  struct node *it = node(value);
  it->link = (uintptr_t)last;
  if (last)
    last->link ^= (uintptr_t)it;
  else
    first = it;
  last = it;
}

int main(void) {
  for (int i = 0; i < 3; i++)
    append(i);
  node(3);
  gmc_choose(2);
  uintptr_t before = 0;
  int sum = 0;
  for (struct node *it = first; it;) {
    struct node *next = (struct node *)(it->link ^ before);
    before = (uintptr_t)it;
    sum += it->value;
    free(it);
    it = next;
  }
  gmc_assert(sum == 3);
  return 0;
}
