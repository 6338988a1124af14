// A thread ends the process while main waits for something that never comes: that is no deadlock.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;

static void *work(void *arg) {
  exit(0);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, 0, work, 0);
  sem_wait(&never);
  return 1;
}
