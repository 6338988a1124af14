// A wait gives back one mutex only, so a thread that waits holds no other.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, operations;

static void *get(void *arg) {
  pthread_mutex_lock(&outer);
  operations++;
  pthread_mutex_unlock(&outer);
  pthread_mutex_lock(&inner);
  while (items == 0)
    pthread_cond_wait(&filled, &inner);
  items--;
  pthread_mutex_unlock(&inner);
  return arg;
}

static void put(void) {
  pthread_mutex_lock(&outer);
  operations++;
  pthread_mutex_unlock(&outer);
  pthread_mutex_lock(&inner);
  items++;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&inner);
}

int main(void) {
  pthread_t getter;
  pthread_create(&getter, 0, get, 0);
  put();
  pthread_join(getter, 0);
  assert(operations == 2);
  return 0;
}
