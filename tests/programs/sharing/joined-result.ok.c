// What a thread has made and returns belongs to who joins it: nothing of it has to be interleaved.
//@ states: 3
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
  int *sum = malloc(sizeof *sum);
  if (!sum)
    exit(1);
  *sum = 0;
  for (int i = 0; i < 10; i++)
    *sum += i;
  return sum;
}

int main(void) {
  pthread_t a;
  void *sum;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, &sum);
  int seen = *(int *)sum;
  free(sum);
  return seen != 45;
}
