// Each thread gets the value of the loop's variable.
// Here they get its address, and read it when it has changed.
#include <assert.h>
#include <pthread.h>

static int seen[2];

static void *work(void *arg) {
  long me = *(long *)arg; //~| data-race //~| use-after-scope
  if (me < 2)
    seen[me] = 1; //~| data-race
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) //~| data-race
    pthread_create(&threads[i], 0, work, &i);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
