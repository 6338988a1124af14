// Asking for a semaphore's value writes it to where it is told, as any assignment.
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int value;

static void *look(void *arg) {
  sem_getvalue(&semaphore, &value);
  return arg;
}

int main(void) {
  pthread_t other;
  sem_init(&semaphore, 0, 3);
  pthread_create(&other, 0, look, 0);
  pthread_join(other, 0);
  return value != 3;
}
