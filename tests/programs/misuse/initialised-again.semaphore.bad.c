// What is initialised is initialised again only after it was destroyed.
// Here it is not destroyed before.
#include <pthread.h>
#include <semaphore.h>

static sem_t it;

int main(void) {
  for (int i = 0; i < 2; i++) {
    sem_init(&it, 0, 1); //~ lock-misuse: initialised again
  }
  return 0;
}
