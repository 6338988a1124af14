// Dekker's algorithm, the first solution for two threads; whose turn it is not gives way.
// Here the thread that gave way forgets to raise its flag again.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int data;

static void enter(int me) {
  atomic_store(&wants[me], 1);
  while (atomic_load(&wants[1 - me])) {
    if (atomic_load(&turn) == me)
      continue;
    atomic_store(&wants[me], 0);
    while (atomic_load(&turn) != me)
      ;
  }
}

static void leave(int me) {
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 0);
}

static void *work(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < 2; round++) {
    enter(me);
    data = data * 2 + me; //~ data-race
    leave(me);
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, (void *)1L);
  work((void *)0L);
  pthread_join(other, 0);
  return 0;
}
