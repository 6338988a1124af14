// Two threads add up the halves of an array into places of their own.
// Here the halves overlap in what is written.
#include <assert.h>
#include <pthread.h>

#define SIZE 4

static int values[SIZE] = {1, 2, 3, 4};
static int doubled[SIZE];
static int total[2];

static void *work(void *arg) {
  long half = (long)arg;
  for (long i = half * SIZE / 2; i <= SIZE / 2 + half; i++) {
    doubled[i] = 2 * values[i]; //~| data-race
    total[half] += doubled[i]; //~| data-race
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, (void *)1L);
  work((void *)0L);
  pthread_join(other, 0);
  return 0;
}
