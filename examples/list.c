/* A sorted list whose nodes are used after they were freed. */
#include <stdio.h>
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

static struct node *insert(struct node *list, int key) {
  struct node **at = &list;
  while (*at && (*at)->key < key)
    at = &(*at)->next;
  struct node *added = malloc(sizeof *added);
  if (!added)
    abort();
  added->key = key;
  added->next = *at;
  *at = added;
  return list;
}

int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++)
    list = insert(list, i * 5 % 3);
  while (list) {
    printf("%d\n", list->key);
    free(list);
    list = list->next;
  }
  return 0;
}
