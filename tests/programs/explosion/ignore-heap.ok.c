// Fields of heap objects and of each element of an array, named from outside.
//@ check: --ignore node.hits@ignore-heap.ok.c:23 --ignore table[*].hits@ignore-heap.ok.c --ignore total
//@ unknown: node.hits@ignore-heap.ok.c:23, table[*].hits@ignore-heap.ok.c, total
//@ states: 19
#include <gmc.h>
#include <stdlib.h>

struct node {
  struct node *next;
  unsigned hits;
  unsigned kind;
};

static struct {
  unsigned char kind;
  unsigned hits;
} table[3];
static unsigned long total;
static struct node *list;

int main(void) {
  for (int i = 0; i < 2; i++) {
    struct node *it = malloc(sizeof *it);
    *it = (struct node){list, 0, 0};
    list = it;
  }
  for (;;) {
    unsigned which = gmc_choose(3);
    total++;
    switch (which) {
    case 0:
      list->hits++;
      list->kind = !list->kind;
      break;
    case 1:
      list->next->hits += 2;
      list->next->kind = (list->next->kind + 1) % 3;
      break;
    default:
      table[2].hits++;
      table[2].kind = (table[2].kind + 1) % 3;
      break;
    }
  }
}
