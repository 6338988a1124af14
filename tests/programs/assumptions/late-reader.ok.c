// One thread uses a variable, as long as anybody sees; another one reads it when it has counted to the end, after the first has
// said that it is done.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int result;
static atomic_int steps, done;

static void *work(void *arg) {
  result = 1;
  result = 2;
  atomic_store(&done, 1);
  return arg;
}

static void *watch(void *arg) {
  for (int i = 0; i < 5; i++)
    atomic_fetch_add(&steps, 1);
  if (atomic_load(&done))
    assert(result == 2);
  return arg;
}

int main(void) {
  pthread_t worker, watcher;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&watcher, 0, watch, 0);
  pthread_join(worker, 0);
  pthread_join(watcher, 0);
  return 0;
}
