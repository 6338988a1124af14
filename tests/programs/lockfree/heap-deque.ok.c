// As heap-deque.bad.c, but who takes the element exchanges it for nothing, so that one of them gets it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct deque {
  atomic_int head, tail, item;
};

static atomic_int taken, idle = 1;

static void *thief(void *argument) {
  struct deque *deque = argument;
  idle = 0;
  int head = deque->head;
  if (head < deque->tail) {
    taken += atomic_exchange(&deque->item, 0);
    deque->head = head + 1;
  }
  return 0;
}

int main(void) {
  struct deque *deque = malloc(sizeof *deque);
  deque->head = 0;
  deque->tail = 1;
  deque->item = 1;
  pthread_t thread;
  pthread_create(&thread, 0, thief, deque);
  while (idle)
    ;
  int tail = deque->tail - 1;
  taken += atomic_exchange(&deque->item, 0);
  deque->tail = tail;
  pthread_join(thread, 0);
  free(deque);
  assert(taken == 1);
}
