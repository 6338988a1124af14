/* Two threads insert nodes at the head of a list, and one node is lost. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *_Atomic head;

static void *insert(void *value) {
  struct node *added = malloc(sizeof *added);
  added->value = *(int *)value;
  added->next = head;
  head = added;
  return 0;
}

int main(void) {
  static int one = 1, two = 2;
  pthread_t thread;
  pthread_create(&thread, 0, insert, &one);
  insert(&two);
  pthread_join(thread, 0);
  for (struct node *it = head, *next; it; it = next) {
    next = it->next;
    free(it);
  }
}
