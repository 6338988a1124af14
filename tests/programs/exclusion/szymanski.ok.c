// Szymanski's algorithm: a waiting room whose door closes behind those who got in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { OUTSIDE, ASKING, WAITING, IN_THE_DOOR, INSIDE };

static atomic_int flag[2], critical;

static void enter(int me) {
  int other = 1 - me;
  atomic_store(&flag[me], ASKING);
  while (atomic_load(&flag[other]) >= IN_THE_DOOR)
    ;
  atomic_store(&flag[me], IN_THE_DOOR);
  if (atomic_load(&flag[other]) == ASKING) {
    atomic_store(&flag[me], WAITING);
    while (atomic_load(&flag[other]) != INSIDE)
      ;
  }
  atomic_store(&flag[me], INSIDE);
  if (other < me)
    while (atomic_load(&flag[other]) >= WAITING)
      ;
}

static void leave(int me) {
  int other = 1 - me;
  if (other > me)
    for (;;) {
      int f = atomic_load(&flag[other]);
      if (f != WAITING && f != IN_THE_DOOR)
        break;
    }
  atomic_store(&flag[me], OUTSIDE);
}

static void *work(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < 2; round++) {
    enter(me);
    int others = atomic_exchange(&critical, 1);
    assert(!others);
    atomic_store(&critical, 0);
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
