// The memory is freed through one pointer and used through another.
#include <stdlib.h>

struct node {
  struct node *next;
  int v;
};

static struct node *make(int v, struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(2);
  n->v = v;
  n->next = next;
  return n;
}

int main(void) {
  struct node *head = make(1, make(2, 0));
  struct node *second = head->next;
  free(head->next);
  int v = second->v; //~ use-after-free
  free(head);
  return v - 2;
}
