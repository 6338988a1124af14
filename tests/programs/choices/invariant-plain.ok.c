// An invariant that the program names looks at every state, also at those between accesses that nothing else notices.
#include <gmc.h>
#include <pthread.h>

int x, y;

static int holds(void) { return !(x == 3 && y == 3); }

static void *left(void *arg) {
  (void)arg;
  x = 1;
  x = 2;
  return NULL;
}

static void *right(void *arg) {
  (void)arg;
  y = 1;
  y = 2;
  return NULL;
}

int main(void) {
  pthread_t one, other;
  gmc_invariant(holds);
  pthread_create(&one, NULL, left, NULL);
  pthread_create(&other, NULL, right, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
}
