// Two threads relax a small row by turns, with a barrier between reading and writing.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int row[4] = {8, 0, 0, 0};

static void *relax(void *arg) {
  long me = (long)arg;
  for (int round = 0; round < 2; round++) {
    int mean = (row[me] + row[me + 1] + row[me + 2]) / 2;
    pthread_barrier_wait(&barrier);
    row[me + 1] = mean;
    pthread_barrier_wait(&barrier);
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&other, 0, relax, (void *)1L);
  relax((void *)0L);
  pthread_join(other, 0);
  pthread_barrier_destroy(&barrier);
  assert(row[1] == 6 && row[2] == 2);
  return 0;
}
