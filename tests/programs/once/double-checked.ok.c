// Double-checked locking: the pointer that is looked at without the lock is atomic.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct config {
  int port;
};

static struct config storage;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct config *_Atomic shared;

static struct config *get(void) {
  struct config *it = shared;
  if (!it) {
    pthread_mutex_lock(&mutex);
    it = shared;
    if (!it) {
      it = &storage;
      it->port = 80;
      shared = it;
    }
    pthread_mutex_unlock(&mutex);
  }
  return it;
}

static void *use(void *arg) {
  struct config *it = get();
  int port = it->port;
  return port == 80 ? arg : (void *)1L;
}

int main(void) {
  pthread_t other;
  void *result;
  pthread_create(&other, 0, use, 0);
  void *own = use(0);
  pthread_join(other, &result);
  assert(!own && !result);
  return 0;
}
