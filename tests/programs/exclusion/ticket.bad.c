// A ticket lock for three threads: served in the order in which they came.
// Here drawing a ticket is two operations, and two threads may draw the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving, inside;

static void *work(void *arg) {
  (void)arg;
  unsigned mine = atomic_load(&next_ticket);
  atomic_store(&next_ticket, mine + 1);
  while (atomic_load(&now_serving) != mine)
    ;
  unsigned others = atomic_fetch_add(&inside, 1);
  assert(others == 0); //~ assertion
  atomic_fetch_sub(&inside, 1);
  atomic_store(&now_serving, mine + 1);
  return 0;
}

int main(void) {
  pthread_t others[2];
  pthread_create(&others[0], 0, work, 0);
  pthread_create(&others[1], 0, work, 0);
  work(0);
  pthread_join(others[0], 0);
  pthread_join(others[1], 0);
  return 0;
}
