// Workers count down from the last index.
// Here the one that comes too late has gone below zero.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2

static atomic_int left = SIZE;
static int squares[SIZE];

static void *worker(void *arg) {
  while (atomic_load(&left) > 0) {
    int i = atomic_fetch_sub(&left, 1) - 1;
    squares[i] = i * i; //~ out-of-bounds
  }
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, worker, 0);
  worker(0);
  pthread_join(other, 0);
  assert(squares[1] == 1);
  return 0;
}
