// Each thread counts in a place of its own.
// Here two of three share one.
#include <assert.h>
#include <pthread.h>

static int counters[3];

static void *work(void *arg) {
  long me = (long)arg;
  counters[me % 2]++; //~ data-race
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)0L);
  pthread_create(&b, 0, work, (void *)1L);
  work((void *)2L);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
