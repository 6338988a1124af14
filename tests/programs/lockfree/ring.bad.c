// A ring buffer for one producer and one consumer: a slot is filled before it is published.
// Here it is published before it is filled.
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
    atomic_store(&tail, t + 1);
    slots[t % SIZE] = i; //~| data-race
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
    int item = slots[h % SIZE]; //~| data-race
    assert(item == i); //~| assertion
    atomic_store(&head, h + 1);
  }
  pthread_join(producer, 0);
  return 0;
}
