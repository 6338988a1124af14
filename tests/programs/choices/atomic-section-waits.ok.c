// A thread that has to wait inside an atomic section lets the others run.
#include <gmc.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int value;

static void *work(void *arg) {
  value = 1;
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, 0, work, 0);
  gmc_atomic_begin();
  sem_wait(&semaphore);
  gmc_assert(value == 1);
  gmc_atomic_end();
  pthread_join(thread, 0);
  return 0;
}
