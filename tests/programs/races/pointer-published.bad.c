// A pointer is published when what it points to is complete.
// Here it is completed afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
};

static struct node *_Atomic shared;

static void *work(void *arg) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  atomic_store(&shared, node);
  node->value = 5; //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  int value = 5;
  pthread_create(&thread, 0, work, 0);
  struct node *node = atomic_load(&shared);
  if (node)
    value = node->value; //~| data-race //~| uninitialized-read
  pthread_join(thread, 0);
  free(atomic_load(&shared));
  assert(value == 5);
  return 0;
}
