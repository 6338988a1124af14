// Treiber's stack: two threads pop from it, and what was popped is kept until both are done.
// Here it is freed at once, while the other may be looking at it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *_Atomic next;
};

static struct node *_Atomic top;

static void push(void) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  atomic_init(&node->next, atomic_load(&top));
  atomic_store(&top, node);
}

static struct node *pop(void) {
  struct node *old = atomic_load(&top);
  while (old) {
    struct node *next = atomic_load(&old->next); //~| use-after-free //~| data-race
    if (atomic_compare_exchange_strong(&top, &old, next))
      return old;
  }
  return 0;
}

static void *work(void *arg) {
  (void)arg;
  free(pop()); //~| data-race
  return 0;
}

int main(void) {
  pthread_t other;
  void *one, *two;
  push();
  push();
  pthread_create(&other, 0, work, 0);
  two = work(0);
  pthread_join(other, &one);
  free(one);
  free(two);
  return 0;
}
