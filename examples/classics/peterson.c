/* Peterson's algorithm for mutual exclusion, with the first two statements in the wrong order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *enter(void *number) {
  int me = *(int *)number, other = 1 - me;
  turn = other;
  wants[me] = 1;
  while (wants[other] && turn == other)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;
  return 0;
}

int main(void) {
  static int zero = 0, one = 1;
  pthread_t thread;
  pthread_create(&thread, 0, enter, &one);
  enter(&zero);
  pthread_join(thread, 0);
}
