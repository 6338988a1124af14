// Neither thread goes on before the other has come.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t left_came, right_came;
static int left, right;

static void *work(void *arg) {
  left = 1;
  sem_post(&left_came);
  sem_wait(&right_came);
  assert(right == 2);
  return arg;
}

int main(void) {
  pthread_t other;
  sem_init(&left_came, 0, 0);
  sem_init(&right_came, 0, 0);
  pthread_create(&other, 0, work, 0);
  right = 2;
  sem_post(&right_came);
  sem_wait(&left_came);
  assert(left == 1);
  pthread_join(other, 0);
  return 0;
}
