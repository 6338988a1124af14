// Any number of threads may read.
#include <assert.h>
#include <pthread.h>

static int table[4] = {1, 2, 3, 4};

static void *work(void *arg) {
  long sum = 0;
  (void)arg;
  for (int i = 0; i < 4; i++)
    sum += table[i];
  return (void *)sum;
}

int main(void) {
  pthread_t a;
  void *one;
  pthread_create(&a, 0, work, 0);
  void *two = work(0);
  pthread_join(a, &one);
  assert(one == two);
  return 0;
}
