// A reader looks for the last zero while others write: one is always left.
// Here the last writer does not spare the first place.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

#define N 3

static atomic_int array[N + 1];

static void *write_one(void *arg) {
  long i = (long)arg;
  array[i] = array[i - 1] + 1;
  if (i == N)
    array[0] = 1;
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 1; i <= N; i++)
    pthread_create(&threads[i - 1], 0, write_one, (void *)i);
  int i = N;
  while (i >= 0 && array[i] != 0)
    i--;
  if (i < 0)
    reach_error(); //~ assertion
  for (int j = 0; j < N; j++)
    pthread_join(threads[j], 0);
  return 0;
}
