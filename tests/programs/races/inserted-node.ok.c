// Two threads insert into a list under a lock.
#include <assert.h>
#include <pthread.h>

struct node {
  int value;
  struct node *next;
};

static struct node nodes[3] = {{1, 0}, {2, 0}, {3, 0}};
static struct node *head = &nodes[1];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void insert(struct node *node) {
  pthread_mutex_lock(&mutex);
  struct node **place = &head;
  while (*place && (*place)->value < node->value)
    place = &(*place)->next;
  node->next = *place;
  *place = node;
  pthread_mutex_unlock(&mutex);
}

static void *work(void *arg) {
  insert(&nodes[0]);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  insert(&nodes[2]);
  pthread_join(thread, 0);
  int count = 0;
  for (struct node *node = head; node; node = node->next)
    count++;
  assert(count == 3);
  return 0;
}
