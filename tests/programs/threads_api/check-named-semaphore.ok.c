// A semaphore with a name: whoever opens it has the same one, in whatever order.
//@ check
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int data;

static void *work(void *arg) {
  sem_t *semaphore = sem_open("/mutex", O_CREAT, 0600, 1);
  sem_wait(semaphore);
  data++;
  sem_post(semaphore);
  sem_close(semaphore);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  sem_unlink("/mutex");
  assert(data == 2);
  return 0;
}
