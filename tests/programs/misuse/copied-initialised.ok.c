// A mutex that was initialised is the object itself, not its bytes (POSIX 2.9.9): a copy of a structure gets one of its own, and what an
// initialiser gives may be given again.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct box {
  pthread_mutex_t mutex;
  int value;
};

static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;

static void use(struct box *box) {
  pthread_mutex_lock(&box->mutex);
  box->value++;
  pthread_mutex_unlock(&box->mutex);
}

int main(void) {
  struct box box = {.value = 1};
  pthread_mutex_init(&box.mutex, 0);
  use(&box);
  struct box copy = box;
  pthread_mutex_init(&copy.mutex, 0);
  use(&copy);
  pthread_mutex_destroy(&copy.mutex);
  // Its memory is used for another one.
  memcpy(&copy.mutex, &fresh, sizeof fresh);
  use(&copy);
  pthread_mutex_destroy(&box.mutex);
  box.mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  use(&box);
  memset(&box, 0, sizeof box);
  use(&box);
  for (int i = 0; i < 2; i++) {
    struct box *heap = malloc(sizeof *heap), inner;
    pthread_mutex_init(&inner.mutex, 0);
    if (!heap) break;
    pthread_mutex_init(&heap->mutex, 0);
    pthread_mutex_destroy(&heap->mutex);
    free(heap);
  }
  return 0;
}
