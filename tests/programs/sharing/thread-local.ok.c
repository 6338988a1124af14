// The address of a thread-local variable goes to another thread as a number with a tag.
// Its owner counts on when the other one is done.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

static _Thread_local int count;
static uint64_t tagged;
static sem_t ready, done;

static void *first(void *arg) {
  count = 1;
  tagged = (uint64_t)(uintptr_t)&count << 16 | 77;
  sem_post(&ready);
  sem_wait(&done);
  count++;
  return 0;
}

static void *second(void *arg) {
  sem_wait(&ready);
  ++*(int *)(uintptr_t)(tagged >> 16);
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
