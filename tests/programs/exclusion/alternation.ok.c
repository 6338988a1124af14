// Strict alternation: whoever was inside hands over to the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;
static int trail[4], length;

static void *work(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < 2; round++) {
    while (atomic_load(&turn) != me)
      ;
    trail[length++] = me;
    atomic_store(&turn, 1 - me);
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, (void *)1L);
  work((void *)0L);
  pthread_join(other, 0);
  for (int i = 0; i < 4; i++)
    assert(trail[i] == i % 2);
  return 0;
}
