// An address in a bit-field. Another thread makes a pointer of it again.
// Both use the object at the same time.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>

static struct {
  uint64_t tag : 4, address : 60;
} hidden;
static sem_t ready, done;

static void hide(int *p) {
  hidden.address = (uintptr_t)p;
}

static int *find(void) {
  return (int *)(uintptr_t)hidden.address;
}

static void *first(void *arg) {
  int *mine = malloc(sizeof *mine);
  if (!mine)
    exit(1);
  *mine = 1;
  hide(mine);
  sem_post(&ready);
  *mine = 2; //~| data-race
  sem_wait(&done);
  free(mine);
  return 0;
}

static void *second(void *arg) {
  sem_wait(&ready);
  *find() = 3; //~| data-race
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
