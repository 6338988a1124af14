// Three stages in a row, each started by the one before.
// Here the last one waits for the wrong stage.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t first_done, second_done;
static int value;

static void *second(void *arg) {
  sem_wait(&first_done);
  value *= 2; //~| data-race
  sem_post(&second_done);
  return arg;
}

static void *third(void *arg) {
  sem_wait(&first_done);
  value += 3; //~| data-race
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&first_done, 0, 0);
  sem_init(&second_done, 0, 0);
  pthread_create(&a, 0, third, 0);
  pthread_create(&b, 0, second, 0);
  value = 5;
  sem_post(&first_done);
  sem_post(&first_done);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
