// A deque in heap memory with one element: owner and thief both take it, as the owner looks at `head` before it has announced
// that it takes from the tail.
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
    taken += deque->item;
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
  int head = deque->head;
  int tail = deque->tail - 1;
  if (head <= tail) {
    deque->tail = tail;
    taken += deque->item;
  }
  pthread_join(thread, 0);
  free(deque);
  assert(taken == 1); //~ assertion
}
