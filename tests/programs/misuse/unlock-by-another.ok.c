// Only the thread that locked a mutex may unlock it; to be let go by another, a semaphore is the right thing.
#include <pthread.h>
#include <semaphore.h>

static sem_t gate;

static void *open_gate(void *arg) {
  sem_post(&gate);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&gate, 0, 0);
  pthread_create(&thread, 0, open_gate, 0);
  sem_wait(&gate);
  pthread_join(thread, 0);
  return 0;
}
