// A mutex is unlocked by who has locked it.
// Here nobody has.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_unlock(&mutex); //~ lock-misuse
  return 0;
}
