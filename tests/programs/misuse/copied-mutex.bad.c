// A mutex is not copied: what protects data is the object itself.
// Here a copy of a locked one is unlocked.
//@ missed: what a mutex holds lies in its bytes, so a copy is as good as the original
#include <assert.h>
#include <pthread.h>

struct box {
  pthread_mutex_t mutex;
  int value;
};

static struct box box = {PTHREAD_MUTEX_INITIALIZER, 1};

int main(void) {
  pthread_mutex_lock(&box.mutex);
  struct box copy = box;
  int value = copy.value;
  pthread_mutex_unlock(&copy.mutex); //~ lock-misuse
  assert(value == 1);
  return 0;
}
