// Lamport's bakery for three threads that go through once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_int choosing[THREADS], number[THREADS], inside;

static void enter(int me) {
  atomic_store(&choosing[me], 1);
  int highest = 0;
  for (int i = 0; i < THREADS; i++) {
    int n = atomic_load(&number[i]);
    if (n > highest)
      highest = n;
  }
  int mine = highest + 1;
  atomic_store(&number[me], mine);
  atomic_store(&choosing[me], 0);
  for (int i = 0; i < THREADS; i++) {
    if (i == me)
      continue;
    while (atomic_load(&choosing[i]))
      ;
    for (;;) {
      int n = atomic_load(&number[i]);
      if (n == 0 || n > mine || (n == mine && i > me))
        break;
    }
  }
}

static void *work(void *arg) {
  int me = (int)(long)arg;
  enter(me);
  int before = atomic_fetch_add(&inside, 1);
  assert(before == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&number[me], 0);
  return 0;
}

int main(void) {
  pthread_t others[2];
  pthread_create(&others[0], 0, work, (void *)1L);
  pthread_create(&others[1], 0, work, (void *)2L);
  work((void *)0L);
  pthread_join(others[0], 0);
  pthread_join(others[1], 0);
  return 0;
}
