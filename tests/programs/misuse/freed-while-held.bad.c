// A mutex is unlocked before its memory goes.
// Here it is not.
#include <pthread.h>
#include <stdlib.h>

struct box {
  int value;
  pthread_mutex_t mutex;
};

int main(void) {
  struct box *box = malloc(sizeof *box);
  if (!box) return 0;
  pthread_mutex_init(&box->mutex, 0);
  pthread_mutex_lock(&box->mutex);
  box->value = 1;
  free(box); //~ lock-misuse: freed while thread 0 holds it
  return 0;
}
