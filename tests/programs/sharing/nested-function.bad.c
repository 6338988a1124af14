// Another thread calls a nested function, which sets a variable of the function around it.
// So does that function itself.
#include <pthread.h>
#include <semaphore.h>

static void (*function)(void);
static sem_t ready, done;

static void *first(void *arg) {
  int local = 0;
  void set(void) {
    local = 1; //~| data-race
  }
  function = set;
  sem_post(&ready);
  local = 2; //~| data-race
  sem_wait(&done);
  return 0;
}

static void *second(void *arg) {
  sem_wait(&ready);
  function();
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t a, b;
  sem_init(&ready, 0, 0);
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
