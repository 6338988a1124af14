// Anderson's lock: everyone spins on a place of his own in an array.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next;
static atomic_int open[2] = {1, 0};
static int data;

static void *work(void *arg) {
  (void)arg;
  for (int round = 0; round < 2; round++) {
    unsigned place = atomic_fetch_add(&next, 1) % 2;
    while (!atomic_load(&open[place]))
      ;
    atomic_store(&open[place], 0);
    data++;
    atomic_store(&open[1 - place], 1);
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  work(0);
  pthread_join(other, 0);
  assert(data == 4);
  return 0;
}
