// What an invariant writes is undone: it can keep notes while it looks, and changes nothing.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;
static int calls;

static int looks_only(void) {
  calls++;
  int copy = atomic_load(&value);
  return copy >= 0 && calls > 0;
}

static void *work(void *arg) {
  atomic_store(&value, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  gmc_invariant(looks_only);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  gmc_assert(calls == 0);
  return 0;
}
