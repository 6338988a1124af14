// The one-bit algorithm of Burns and Lynch, which is not symmetric: the second thread gives way.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag[2];
static int data;

static void *first(void *arg) {
  (void)arg;
  for (int round = 0; round < 2; round++) {
    atomic_store(&flag[0], 1);
    while (atomic_load(&flag[1]))
      ;
    data++;
    atomic_store(&flag[0], 0);
  }
  return 0;
}

static void second(void) {
  for (int round = 0; round < 2; round++) {
    do {
      atomic_store(&flag[1], 0);
      while (atomic_load(&flag[0]))
        ;
      atomic_store(&flag[1], 1);
    } while (atomic_load(&flag[0]));
    data++;
    atomic_store(&flag[1], 0);
  }
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, first, 0);
  second();
  pthread_join(other, 0);
  assert(data == 4);
  return 0;
}
