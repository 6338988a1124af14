// Two atomic sections do not race with each other.
#include <gmc.h>
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_int a;

static void *run(void *arg) {
  (void)arg;
  a = 1;
  gmc_atomic_begin();
  x = 1;
  gmc_atomic_end();
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  gmc_atomic_begin();
  x = 2;
  gmc_atomic_end();
  pthread_join(thread, NULL);
}
