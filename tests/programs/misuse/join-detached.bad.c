// A detached thread is not joined.
// Here it is.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *work(void *arg) {
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_detach(thread);
  pthread_join(thread, 0); //~ thread-misuse
  return 0;
}
