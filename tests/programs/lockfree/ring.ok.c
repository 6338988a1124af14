// A ring buffer for one producer and one consumer: a slot is filled before it is published.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2
#define ITEMS 3

static int slots[SIZE];
static atomic_uint head, tail;

static void *produce(void *arg) {
  for (int i = 1; i <= ITEMS; i++) {
    unsigned t = atomic_load(&tail);
    while (t - atomic_load(&head) == SIZE)
      ;
    slots[t % SIZE] = i;
    atomic_store(&tail, t + 1);
  }
  return arg;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  for (int i = 1; i <= ITEMS; i++) {
    unsigned h = atomic_load(&head);
    while (atomic_load(&tail) == h)
      ;
    int item = slots[h % SIZE];
    assert(item == i);
    atomic_store(&head, h + 1);
  }
  pthread_join(producer, 0);
  return 0;
}
