// Workers take the next index of an array until there is none left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 3

static atomic_int next;
static int squares[SIZE];

static void *worker(void *arg) {
  for (;;) {
    int i = atomic_fetch_add(&next, 1);
    if (i >= SIZE)
      return arg;
    squares[i] = i * i;
  }
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, worker, 0);
  worker(0);
  pthread_join(other, 0);
  assert(squares[0] + squares[1] + squares[2] == 5);
  return 0;
}
