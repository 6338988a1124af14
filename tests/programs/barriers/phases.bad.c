// Each thread writes its half, all wait, each reads the other's half.
// Here they do not wait.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int half[2], sum[2];

static void *work(void *arg) {
  long me = (long)arg;
  half[me] = (int)me + 1; //~| data-race
  sum[me] = half[0] + half[1]; //~| data-race
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&other, 0, work, (void *)1L);
  work((void *)0L);
  pthread_join(other, 0);
  pthread_barrier_destroy(&barrier);
  return 0;
}
