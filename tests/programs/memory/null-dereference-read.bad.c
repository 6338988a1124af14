// A list that ends before the search does.
#include <stddef.h>

struct node {
  int key;
  struct node *next;
};

static int find(struct node *n, int key) {
  while (n->key != key) //~ null-dereference: through a null pointer
    n = n->next;
  return n != NULL;
}

int main(void) {
  struct node b = {2, NULL}, a = {1, &b};
  return find(&a, 3);
}
