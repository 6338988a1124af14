// What is initialised is initialised again only after it was destroyed.
// Here it is not destroyed before.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t it;

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&it, 0); //~ lock-misuse: initialised again
  }
  return 0;
}
