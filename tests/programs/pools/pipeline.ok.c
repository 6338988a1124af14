// Two stages with a place for one item between them, and an end that is passed on.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t full, empty;
static int place;

static void *square(void *arg) {
  for (int i = 1; i <= 2; i++) {
    sem_wait(&empty);
    place = i * i;
    sem_post(&full);
  }
  return arg;
}

int main(void) {
  pthread_t stage;
  int sum = 0;
  sem_init(&full, 0, 0);
  sem_init(&empty, 0, 1);
  pthread_create(&stage, 0, square, 0);
  for (int i = 0; i < 2; i++) {
    sem_wait(&full);
    sum += place;
    sem_post(&empty);
  }
  pthread_join(stage, 0);
  assert(sum == 5);
  return 0;
}
