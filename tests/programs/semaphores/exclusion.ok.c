// A semaphore that starts at 1 keeps others out.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int data;

static void *work(void *arg) {
  sem_wait(&semaphore);
  data++;
  sem_post(&semaphore);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  sem_destroy(&semaphore);
  assert(data == 3);
  return 0;
}
