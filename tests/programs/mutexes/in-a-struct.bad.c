// A mutex that lives on the heap with what it protects, and goes with it when both threads are done.
// Here one of them frees it while the other may still need it.
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t mutex;
  int users, value;
};

static void leave(struct box *box) {
  pthread_mutex_lock(&box->mutex); //~| use-after-free //~| lock-misuse //~| data-race
  box->value++;
  int last = box->users-- == 2;
  pthread_mutex_unlock(&box->mutex);
  if (last) {
    pthread_mutex_destroy(&box->mutex); //~| lock-misuse //~| data-race
    free(box); //~| data-race
  }
}

static void *work(void *arg) {
  leave(arg);
  return 0;
}

int main(void) {
  pthread_t other;
  struct box *box = malloc(sizeof *box);
  if (!box)
    return 2;
  pthread_mutex_init(&box->mutex, 0);
  box->users = 2;
  box->value = 0;
  pthread_create(&other, 0, work, box);
  leave(box);
  pthread_join(other, 0);
  return 0;
}
