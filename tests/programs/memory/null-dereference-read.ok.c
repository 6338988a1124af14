// A list that ends where the search does.
#include <stddef.h>

struct node {
  int key;
  struct node *next;
};

static int find(struct node *n, int key) {
  while (n && n->key != key)
    n = n->next;
  return n != NULL;
}

int main(void) {
  struct node b = {2, NULL}, a = {1, &b};
  return find(&a, 3);
}
