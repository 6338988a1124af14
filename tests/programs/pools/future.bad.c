// A future: who asks waits until the value is there, and the last of both frees it.
// Here whoever asked frees it, while the other may still have something to do with it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct future {
  pthread_mutex_t mutex;
  pthread_cond_t set;
  int ready, value, users;
};

static void *compute(void *arg) {
  struct future *future = arg;
  pthread_mutex_lock(&future->mutex);
  future->value = 6 * 7;
  future->ready = 1;
  pthread_cond_signal(&future->set);
  pthread_mutex_unlock(&future->mutex);
  pthread_mutex_lock(&future->mutex); //~| use-after-free //~| data-race
  future->users--;                    //~| use-after-free //~| data-race
  pthread_mutex_unlock(&future->mutex); //~| use-after-free //~| data-race
  return 0;
}

int main(void) {
  pthread_t thread;
  struct future *future = malloc(sizeof *future);
  if (!future)
    return 2;
  pthread_mutex_init(&future->mutex, 0);
  pthread_cond_init(&future->set, 0);
  future->ready = 0;
  future->users = 2;
  pthread_create(&thread, 0, compute, future);
  pthread_mutex_lock(&future->mutex);
  while (!future->ready)
    pthread_cond_wait(&future->set, &future->mutex);
  int value = future->value;
  pthread_mutex_unlock(&future->mutex);
  free(future); //~| data-race
  pthread_join(thread, 0);
  assert(value == 42);
  return 0;
}
