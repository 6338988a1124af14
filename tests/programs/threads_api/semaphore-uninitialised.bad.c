// A semaphore has a value only after sem_init.
// Here nobody calls it.
//@ flags: -pthread
#include <semaphore.h>

static sem_t semaphore;

int main(void) {
  sem_post(&semaphore); //~ lock-misuse: never initialised
  sem_wait(&semaphore);
  sem_destroy(&semaphore);
  return 0;
}
