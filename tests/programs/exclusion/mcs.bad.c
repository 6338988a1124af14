// The queue lock of Mellor-Crummey and Scott: everyone spins on a node of his own.
// Here a node is used again without saying that its owner has to wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *_Atomic next;
  atomic_int waits;
};

static struct node nodes[2] = {{0, 1}, {0, 1}};
static struct node *_Atomic tail;
static int data;

static void lock(struct node *mine) {
  atomic_store(&mine->next, 0);
  struct node *before = atomic_exchange(&tail, mine);
  if (!before)
    return;
  atomic_store(&before->next, mine);
  while (atomic_load(&mine->waits))
    ;
}

static void unlock(struct node *mine) {
  if (!atomic_load(&mine->next)) {
    struct node *expected = mine;
    if (atomic_compare_exchange_strong(&tail, &expected, 0))
      return;
    while (!atomic_load(&mine->next))
      ;
  }
  struct node *after = atomic_load(&mine->next);
  atomic_store(&after->waits, 0);
}

static void *work(void *arg) {
  struct node *mine = arg;
  for (int round = 0; round < 2; round++) {
    lock(mine);
    data++; //~ data-race
    unlock(mine);
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, &nodes[1]);
  work(&nodes[0]);
  pthread_join(other, 0);
  assert(data == 4);
  return 0;
}
