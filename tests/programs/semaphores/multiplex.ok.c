// At most two of three threads are in the room at a time.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t room;
static atomic_int inside;

static void *visit(void *arg) {
  sem_wait(&room);
  int others = atomic_fetch_add(&inside, 1);
  assert(others < 2);
  atomic_fetch_sub(&inside, 1);
  sem_post(&room);
  return arg;
}

int main(void) {
  pthread_t a, b;
  sem_init(&room, 0, 2);
  pthread_create(&a, 0, visit, 0);
  pthread_create(&b, 0, visit, 0);
  visit(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  sem_destroy(&room);
  return 0;
}
