// What an atomic section accesses depends on a choice in the middle of it.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int x, y;
atomic_int a;

static void *run(void *arg) {
  (void)arg;
  a = 1;
  x = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  gmc_atomic_begin();
  if (gmc_choose(3) == 2)
    y = 3;
  else
    y = 2;
  gmc_atomic_end();
  pthread_join(thread, NULL);
}
