// The queue of Michael and Scott: two threads put and get; a lagging tail is helped along.
// Here a node is linked by a store, which may cut off one that was linked in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int value;
  struct node *_Atomic next;
};

static struct node nodes[3];
static struct node *_Atomic head = &nodes[0], *_Atomic tail = &nodes[0];

static void put(struct node *node, int value) {
  node->value = value;
  for (;;) {
    struct node *last = atomic_load(&tail);
    struct node *next = atomic_load(&last->next);
    if (next) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    atomic_store(&last->next, node);
    atomic_compare_exchange_strong(&tail, &last, node);
    return;
  }
}

static int get(void) {
  for (;;) {
    struct node *first = atomic_load(&head);
    struct node *last = atomic_load(&tail);
    struct node *next = atomic_load(&first->next);
    if (!next)
      return 0;
    if (first == last) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&head, &first, next))
      return next->value;
  }
}

static void *work(void *arg) {
  long number = (long)arg;
  put(&nodes[number], (int)number);
  return (void *)(long)get();
}

int main(void) {
  pthread_t other;
  void *one;
  pthread_create(&other, 0, work, (void *)1L);
  void *two = work((void *)2L);
  pthread_join(other, &one);
  assert((long)one + (long)two == 3); //~ assertion
  return 0;
}
