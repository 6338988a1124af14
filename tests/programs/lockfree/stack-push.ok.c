// Treiber's stack: two threads push, and nothing is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *next;
};

static struct node nodes[4];
static struct node *_Atomic top;

static void push(struct node *node) {
  struct node *old = atomic_load(&top);
  do
    node->next = old;
  while (!atomic_compare_exchange_weak(&top, &old, node));
}

static void *work(void *arg) {
  struct node *mine = arg;
  push(&mine[0]);
  push(&mine[1]);
  return 0;
}

int main(void) {
  pthread_t other;
  int count = 0;
  pthread_create(&other, 0, work, &nodes[0]);
  work(&nodes[2]);
  pthread_join(other, 0);
  for (struct node *node = atomic_load(&top); node; node = node->next)
    count++;
  assert(count == 4);
  return 0;
}
