// A counter that only its hidden address leads to is atomic, so there is no race; but what a thread has read may be old.
// An increment is one operation.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hidden;
static sem_t ready, done;

static void add(atomic_int *counter) {
  atomic_fetch_add(counter, 1);
}

static void *first(void *arg) {
  atomic_int *counter = malloc(sizeof *counter);
  if (!counter)
    exit(1);
  atomic_init(counter, 0);
  hidden = ~(uintptr_t)counter;
  sem_post(&ready);
  add(counter);
  sem_wait(&done);
  assert(*counter == 2);
  free(counter);
  return 0;
}

static void *second(void *arg) {
  sem_wait(&ready);
  add((atomic_int *)~hidden);
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
