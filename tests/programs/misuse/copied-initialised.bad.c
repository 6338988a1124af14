// A mutex that was initialised is the object itself, not its bytes (POSIX 2.9.9).
// Here a copy of it is locked.
#include <pthread.h>

struct box {
  pthread_mutex_t mutex;
  int value;
};

int main(void) {
  struct box box = {.value = 1};
  pthread_mutex_init(&box.mutex, 0);
  struct box copy = box;
  pthread_mutex_lock(&copy.mutex); //~ lock-misuse: copy
  copy.value++;
  pthread_mutex_unlock(&copy.mutex);
  pthread_mutex_destroy(&box.mutex);
  return 0;
}
