/* The ABA problem in a lock-free stack. Between reading the top and the exchange, another thread pops two nodes and pushes
   the first one back: the exchange succeeds, and a node that is in use becomes the top. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node { struct node *_Atomic next; atomic_int taken; };

static struct node a, b;
static struct node *_Atomic top;

static struct node *pop(void) {
  for (;;) {
    struct node *old = top;
    if (!old)
      return NULL;
    struct node *next = old->next;
    if (atomic_compare_exchange_strong(&top, &old, next)) {
      assert(!old->taken);
      old->taken = 1;
      return old;
    }
  }
}

static void push(struct node *it) {
  it->taken = 0;
  struct node *old = top;
  do
    it->next = old;
  while (!atomic_compare_exchange_strong(&top, &old, it));
}

static void *other(void *unused) {
  struct node *first = pop();
  pop();
  if (first)
    push(first);
  return unused;
}

int main(void) {
  a.next = &b;
  top = &a;
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pop();
  pop();
  pthread_join(thread, 0);
}
