// What was destroyed can be used after it was initialised again.
// Here it was not.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_destroy(&mutex);
  pthread_mutex_lock(&mutex); //~ lock-misuse
  pthread_mutex_unlock(&mutex);
  return 0;
}
