// A section whose assumption fails is in no run: that it reads the lock before does not race with giving it back.
#include <gmc.h>
#include <pthread.h>

int locked, x;

static void *run(void *arg) {
  (void)arg;
  gmc_atomic_begin();
  gmc_assume(!locked);
  locked = 1;
  gmc_atomic_end();
  x++;
  locked = 0;
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, run, NULL);
  pthread_create(&two, NULL, run, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
}
