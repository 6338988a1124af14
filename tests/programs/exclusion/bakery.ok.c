// Lamport's bakery for two threads and two rounds: the lower number goes first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 2

static atomic_int choosing[THREADS], number[THREADS];
static int data;

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

static void leave(int me) { atomic_store(&number[me], 0); }

static void *work(void *arg) {
  int me = (int)(long)arg;
  for (int round = 0; round < 2; round++) {
    enter(me);
    data++;
    leave(me);
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, (void *)1L);
  work((void *)0L);
  pthread_join(other, 0);
  assert(data == 4);
  return 0;
}
