// The queue lock of Craig, Landin and Hagersten: everyone spins on the node of the one before, and inherits it.
// Here a thread joins the queue before it says that it holds the lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  atomic_int held;
};

static struct node nodes[3];
static struct node *_Atomic tail = &nodes[2];
static int data;

static void *work(void *arg) {
  struct node *mine = arg;
  for (int round = 0; round < 2; round++) {
    struct node *before = atomic_exchange(&tail, mine);
    atomic_store(&mine->held, 1);
    while (atomic_load(&before->held))
      ;
    data++; //~ data-race
    atomic_store(&mine->held, 0);
    mine = before;
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
