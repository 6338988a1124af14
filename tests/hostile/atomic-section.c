// A section that nobody may interrupt, and that never ends.
#include <gmc.h>
#include <pthread.h>
static unsigned shared[1000];
static void *work(void *arg) {
  gmc_atomic_begin();
  for (unsigned n = 0;; n++)
    shared[n % 1000] = shared[(n + 1) % 1000] + n;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  shared[0] = 1;
  pthread_join(thread, 0);
  return 0;
}
