// A list with a mutex in each node: the next node is locked before the last one is let go.
// Here it is let go first, and the next one may be gone.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t mutex;
  int value;
  struct node *next;
};

static struct node head = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static struct node *make(int value, struct node *next) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  pthread_mutex_init(&node->mutex, 0);
  node->value = value;
  node->next = next;
  return node;
}

static void *sum(void *arg) {
  struct node *node = &head;
  long total = 0;
  (void)arg;
  pthread_mutex_lock(&node->mutex);
  while (node->next) {
    struct node *next = node->next;
    pthread_mutex_unlock(&node->mutex);
    pthread_mutex_lock(&next->mutex); //~| use-after-free //~| lock-misuse //~| data-race
    total += next->value;
    node = next;
  }
  pthread_mutex_unlock(&node->mutex);
  return (void *)total;
}

static void remove_first(void) {
  pthread_mutex_lock(&head.mutex);
  struct node *gone = head.next;
  pthread_mutex_lock(&gone->mutex);
  head.next = gone->next;
  pthread_mutex_unlock(&gone->mutex);
  pthread_mutex_unlock(&head.mutex);
  pthread_mutex_destroy(&gone->mutex); //~| lock-misuse //~| data-race
  free(gone); //~| data-race
}

int main(void) {
  pthread_t other;
  void *total;
  head.next = make(1, make(2, 0));
  pthread_create(&other, 0, sum, 0);
  remove_first();
  pthread_join(other, &total);
  free(head.next);
  assert((long)total == 3 || (long)total == 2);
  return 0;
}
