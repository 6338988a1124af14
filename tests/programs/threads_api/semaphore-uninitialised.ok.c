// A semaphore has a value only after sem_init.
//@ flags: -pthread
#include <semaphore.h>

static sem_t semaphore;

int main(void) {
  sem_init(&semaphore, 0, 0);
  sem_post(&semaphore);
  sem_wait(&semaphore);
  sem_destroy(&semaphore);
  return 0;
}
