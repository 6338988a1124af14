// A destructor that sets the value again is called again; it does not see its own value meanwhile.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int calls, mistakes;

static void destroy(void *value) {
  calls++;
  if (pthread_getspecific(key))
    mistakes++;
  long left = (long)value - 1;
  if (left > 0)
    pthread_setspecific(key, (void *)left);
}

static void *work(void *arg) {
  pthread_setspecific(key, (void *)2L);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(calls == 2 && mistakes == 0);
  return 0;
}
