/* The pointer is tested under the lock and used under the lock, but the lock is released in between. */
#include <pthread.h>
#include <stddef.h>

struct config { int timeout; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config defaults = {30};
static struct config *current = &defaults;

static void *unload(void *unused) {
  pthread_mutex_lock(&lock);
  current = NULL;
  pthread_mutex_unlock(&lock);
  return unused;
}

static int is_loaded(void) {
  pthread_mutex_lock(&lock);
  int loaded = current != NULL;
  pthread_mutex_unlock(&lock);
  return loaded;
}

static int timeout(void) {
  pthread_mutex_lock(&lock);
  int seconds = current->timeout;
  pthread_mutex_unlock(&lock);
  return seconds;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, unload, 0);
  int seconds = is_loaded() ? timeout() : 0;
  pthread_join(other, 0);
  return seconds < 0;
}
