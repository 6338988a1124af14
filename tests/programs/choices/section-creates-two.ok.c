// An atomic section may create several threads.
#include <gmc.h>
#include <pthread.h>

static void *run(void *arg) { return arg; }

int main(void) {
  pthread_t one, two;
  gmc_atomic_begin();
  pthread_create(&one, NULL, run, NULL);
  pthread_create(&two, NULL, run, NULL);
  gmc_atomic_end();
  pthread_join(one, NULL);
  pthread_join(two, NULL);
}
