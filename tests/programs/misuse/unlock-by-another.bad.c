// Only the thread that locked a mutex may unlock it; to be let go by another, a semaphore is the right thing.
// Here another one does.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *open_gate(void *arg) {
  pthread_mutex_unlock(&gate); //~ lock-misuse
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&gate);
  pthread_create(&thread, 0, open_gate, 0);
  pthread_mutex_lock(&gate);
  pthread_join(thread, 0);
  return 0;
}
