// Freeing a list needs the next pointer before its node is freed.
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 2;
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
