// Threads that are made, wait for what nobody does, and are never awaited.
#include <pthread.h>
#include <semaphore.h>
static sem_t never;
static void *work(void *arg) {
  sem_wait(&never);
  return arg;
}
int main(void) {
  sem_init(&never, 0, 0);
  for (;;) {
    pthread_t thread;
    if (!pthread_create(&thread, 0, work, 0))
      pthread_detach(thread);
  }
}
