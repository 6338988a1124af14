// A reference is taken from a pointer that somebody else may be giving up: only if the count is not zero yet.
// Here the count is raised from zero, for an object that is being freed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int count = 1;
static atomic_int *object;

static void release(void) {
  if (atomic_fetch_sub(&count, 1) == 1)
    free(object); //~| double-free //~| data-race
}

static int acquire(void) {
  atomic_fetch_add(&count, 1);
  return 1;
}

static void *use(void *arg) {
  if (acquire()) {
    atomic_fetch_add(object, 1); //~| use-after-free //~| data-race
    release();
  }
  return arg;
}

int main(void) {
  pthread_t other;
  object = malloc(sizeof *object);
  if (!object)
    return 2;
  atomic_init(object, 0);
  pthread_create(&other, 0, use, 0);
  release();
  pthread_join(other, 0);
  return 0;
}
