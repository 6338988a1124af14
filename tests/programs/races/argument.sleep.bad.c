// How long to sleep is read from memory.
#include <pthread.h>
#include <time.h>

static struct timespec nap = {0, 1};

static void *change(void *arg) {
  nap.tv_nsec = 2; //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, change, 0);
  nanosleep(&nap, 0); //~| data-race
  pthread_join(other, 0);
}
