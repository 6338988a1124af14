// At most two of three threads are in the room at a time.
// Here the third one goes in through the back door when the room is full.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t room;
static atomic_int inside;

static void *visit(void *arg) {
  int through_door = sem_trywait(&room) == 0;
  int others = atomic_fetch_add(&inside, 1);
  assert(others < 2); //~ assertion
  atomic_fetch_sub(&inside, 1);
  if (through_door)
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
