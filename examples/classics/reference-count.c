/* Two owners of an object. The one that drops the last reference frees it, but both can find that they are the last. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int payload;
};

static void drop(struct object *it) {
  it->references--;
  if (it->references == 0)
    free(it);
}

static void *owner(void *object) {
  drop(object);
  return 0;
}

int main(void) {
  struct object *shared = malloc(sizeof *shared);
  shared->references = 2;
  shared->payload = 7;
  pthread_t other;
  pthread_create(&other, 0, owner, shared);
  drop(shared);
  pthread_join(other, 0);
}
