// A mutex is not copied: what protects data is the object itself.
#include <assert.h>
#include <pthread.h>

struct box {
  pthread_mutex_t mutex;
  int value;
};

static struct box box = {PTHREAD_MUTEX_INITIALIZER, 1};

int main(void) {
  pthread_mutex_lock(&box.mutex);
  int value = box.value;
  pthread_mutex_unlock(&box.mutex);
  assert(value == 1);
  return 0;
}
