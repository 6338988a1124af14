// A buffer is copied under the lock that its writer takes.
// Here an assignment of the structure does.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
  int x, y;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct pair shared = {1, 1};

static void *work(void *arg) {
  pthread_mutex_lock(&mutex);
  shared.x = 2; //~| data-race
  shared.y = 2; //~| data-race
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  struct pair copy;
  pthread_create(&thread, 0, work, 0);
  copy = shared; //~| data-race
  pthread_join(thread, 0);
  assert(copy.x > 0 && copy.y > 0);
  return 0;
}
