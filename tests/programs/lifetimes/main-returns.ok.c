// When main returns, the process ends, whatever other threads do.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop;

static void *endless(void *arg) {
  while (!atomic_load(&stop))
    ;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, endless, 0);
  return 0;
}
