// Until when a thread waits for a semaphore is read from memory, also if it need not wait.
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t semaphore;
static struct timespec until = {1, 0};

static void *change(void *arg) {
  until = (struct timespec){2, 0}; //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  sem_init(&semaphore, 0, 1);
  pthread_create(&other, 0, change, 0);
  sem_timedwait(&semaphore, &until); //~| data-race
  pthread_join(other, 0);
}
