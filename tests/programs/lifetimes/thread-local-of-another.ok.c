// One thread may use another's thread-local variable, as long as that thread lives.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static _Thread_local int own = 1;
static int *shared;
static sem_t there, used;

static void *work(void *arg) {
  own = 7;
  shared = &own;
  sem_post(&there);
  sem_wait(&used);
  return arg;
}

int main(void) {
  pthread_t other;
  sem_init(&there, 0, 0);
  sem_init(&used, 0, 0);
  pthread_create(&other, 0, work, 0);
  sem_wait(&there);
  int value = *shared;
  sem_post(&used);
  pthread_join(other, 0);
  assert(value == 7 && own == 1);
  return 0;
}
