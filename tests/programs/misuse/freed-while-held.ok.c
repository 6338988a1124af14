// A mutex is unlocked before its memory goes. What else is locked does not matter.
#include <pthread.h>
#include <stdlib.h>

struct box {
  int value;
  pthread_mutex_t mutex;
};

static pthread_mutex_t all = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  struct box *box = malloc(sizeof *box);
  if (!box) return 0;
  pthread_mutex_init(&box->mutex, 0);
  pthread_mutex_lock(&all);
  pthread_mutex_lock(&box->mutex);
  box->value = 1;
  pthread_mutex_unlock(&box->mutex);
  free(box);
  pthread_mutex_unlock(&all);
  return 0;
}
