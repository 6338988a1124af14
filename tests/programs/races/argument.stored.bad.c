// The value that an atomic store of a large structure stores is read as any variable.
#include <pthread.h>

struct point {
  int x, y;
};

static struct point place, next;

static void *change(void *arg) {
  next.x = 1; //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, change, 0);
  __atomic_store(&place, &next, __ATOMIC_SEQ_CST); //~| data-race
  pthread_join(other, 0);
}
