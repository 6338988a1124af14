// A stack of numbered nodes that are pushed again after they were popped: a tag beside the top counts the changes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NODES 3

// The lower half is the top node's number, the upper half the tag; number 0 means that there is none.
static atomic_uint top = 1;
static atomic_uint next[NODES + 1] = {0, 2, 3, 0};
static atomic_uint taken[NODES + 1];

static unsigned combine(unsigned old, unsigned node) {
  return (old & 0xffff0000u) + 0x10000u + node;
}

static unsigned pop(void) {
  unsigned old = atomic_load(&top);
  for (;;) {
    unsigned node = old & 0xffffu;
    if (node == 0)
      return 0;
    unsigned below = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&top, &old, combine(old, below)))
      break;
  }
  return old & 0xffffu;
}

static void push(unsigned node) {
  unsigned old = atomic_load(&top);
  do
    atomic_store(&next[node], old & 0xffffu);
  while (!atomic_compare_exchange_strong(&top, &old, combine(old, node)));
}

static void keep(unsigned node) {
  if (node == 0)
    return;
  unsigned before = atomic_exchange(&taken[node], 1);
  assert(!before);
}

static void *slow(void *arg) {
  keep(pop());
  keep(pop());
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, slow, 0);
  unsigned first = pop();
  keep(pop());
  if (first)
    push(first);
  pthread_join(other, 0);
  return 0;
}
