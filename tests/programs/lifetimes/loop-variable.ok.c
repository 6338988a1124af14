// Each thread gets the value of the loop's variable.
#include <assert.h>
#include <pthread.h>

static int seen[2];

static void *work(void *arg) {
  long me = (long)arg;
  seen[me] = 1;
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(seen[0] && seen[1]);
  return 0;
}
