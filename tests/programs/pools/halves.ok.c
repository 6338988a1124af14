// Two threads add up the halves of an array into places of their own.
#include <assert.h>
#include <pthread.h>

#define SIZE 4

static int values[SIZE] = {1, 2, 3, 4};
static int doubled[SIZE];
static int total[2];

static void *work(void *arg) {
  long half = (long)arg;
  for (long i = half * SIZE / 2; i < (half + 1) * SIZE / 2; i++) {
    doubled[i] = 2 * values[i];
    total[half] += doubled[i];
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, (void *)1L);
  work((void *)0L);
  pthread_join(other, 0);
  assert(total[0] + total[1] == 20);
  return 0;
}
