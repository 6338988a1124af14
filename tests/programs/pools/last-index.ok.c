// Workers count down from the last index.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2

static atomic_int left = SIZE;
static int squares[SIZE];

static void *worker(void *arg) {
  for (;;) {
    int i = atomic_fetch_sub(&left, 1) - 1;
    if (i < 0)
      return arg;
    squares[i] = i * i;
  }
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, worker, 0);
  worker(0);
  pthread_join(other, 0);
  assert(squares[1] == 1);
  return 0;
}
