// A barrier that spins: the sense changes with every meeting.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 2

static atomic_int missing = THREADS, sense;
static atomic_int progress[THREADS];

static void meet(int mine) {
  if (atomic_fetch_sub(&missing, 1) == 1) {
    atomic_store(&missing, THREADS);
    atomic_store(&sense, mine);
  } else {
    while (atomic_load(&sense) != mine)
      ;
  }
}

static void *work(void *arg) {
  long me = (long)arg;
  int mine = 0;
  for (int round = 1; round <= 2; round++) {
    atomic_store(&progress[me], round);
    mine = !mine;
    meet(mine);
    int other = atomic_load(&progress[1 - me]);
    assert(other >= round);
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
