// A queue with a lock at each end: where both ends meet, the link is atomic.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int value;
  struct node *_Atomic next;
};

static struct node nodes[3];
static struct node *head = &nodes[0], *tail = &nodes[0];
static pthread_mutex_t at_head = PTHREAD_MUTEX_INITIALIZER, at_tail = PTHREAD_MUTEX_INITIALIZER;

static void put(struct node *node, int value) {
  node->value = value;
  pthread_mutex_lock(&at_tail);
  tail->next = node;
  tail = node;
  pthread_mutex_unlock(&at_tail);
}

static int get(void) {
  int value = 0;
  pthread_mutex_lock(&at_head);
  struct node *next = head->next;
  if (next) {
    value = next->value;
    head = next;
  }
  pthread_mutex_unlock(&at_head);
  return value;
}

static void *produce(void *arg) {
  put(&nodes[1], 1);
  put(&nodes[2], 2);
  return arg;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  int a = get(), b = get();
  pthread_join(producer, 0);
  assert(a == 0 ? b <= 1 : a == 1 && (b == 0 || b == 2));
  return 0;
}
