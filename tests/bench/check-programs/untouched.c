// Two threads that count up to N, and what they leave untouched: nothing, a table of a megabyte, or ten thousand nodes.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef TABLE
static unsigned char table[1 << 20];
#endif
#ifdef NODES
static struct node {
  struct node *next;
  int value;
} *list;
#endif

static atomic_int counters[2];

static void *count(void *arg) {
  atomic_int *counter = arg;
  while (atomic_load(counter) < N)
    atomic_fetch_add(counter, 1);
  return NULL;
}

int main(void) {
#ifdef TABLE
  for (size_t i = 0; i < sizeof table; i++)
    table[i] = (unsigned char)i;
#endif
#ifdef NODES
  for (int i = 0; i < 10000; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      return 2;
    node->next = list;
    node->value = i;
    list = node;
  }
#endif
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, count, &counters[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
