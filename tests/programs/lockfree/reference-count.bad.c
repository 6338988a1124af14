// The last of three owners frees the object: taking one off and seeing that none are left is one operation.
// Here they are two, and two owners may see that none are left.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int references = 3;
static int *object;

static void *release(void *arg) {
  atomic_fetch_sub(&references, 1);
  if (atomic_load(&references) == 0)
    free(object); //~| double-free //~| data-race
  return arg;
}

int main(void) {
  pthread_t a, b;
  object = malloc(sizeof *object);
  pthread_create(&a, 0, release, 0);
  pthread_create(&b, 0, release, 0);
  release(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
