// Peterson's algorithm: two threads, two rounds each, and plain data that only one may touch at a time.
// Here a thread says that it is interested only after it has given way: both may pass.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2], turn;
static int counter;

static void lock(int me) {
  int other = 1 - me;
  atomic_store(&turn, other);
  atomic_store(&flag[me], 1);
  while (atomic_load(&flag[other]) && atomic_load(&turn) == other)
    ;
}

static void unlock(int me) { atomic_store(&flag[me], 0); }

static void *work(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < 2; round++) {
    lock(me);
    counter++; //~ data-race
    unlock(me);
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, (void *)1L);
  work((void *)0L);
  pthread_join(other, 0);
  assert(counter == 4);
  return 0;
}
