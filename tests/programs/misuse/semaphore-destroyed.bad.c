// A semaphore lives as long as somebody may post.
// Here it is destroyed when the first of two posts has come.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *work(void *arg) {
  sem_post(&done); //~| lock-misuse //~| data-race
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  sem_wait(&done);
  sem_destroy(&done); //~| data-race
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
