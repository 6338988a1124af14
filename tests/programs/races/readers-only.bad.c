// Any number of threads may read.
// Here one of them writes what was there already.
#include <assert.h>
#include <pthread.h>

static int table[4] = {1, 2, 3, 4};

static void *work(void *arg) {
  long sum = 0;
  (void)arg;
  for (int i = 0; i < 4; i++)
    sum += table[i]; //~| data-race
  return (void *)sum;
}

int main(void) {
  pthread_t a;
  void *one;
  pthread_create(&a, 0, work, 0);
  void *two = work(0);
  table[0] = 1; //~| data-race
  pthread_join(a, &one);
  assert(one == two);
  return 0;
}
