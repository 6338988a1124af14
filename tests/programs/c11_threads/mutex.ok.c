// A C11 mutex.
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int work(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  counter++;
  mtx_unlock(&mutex);
  return 7;
}

int main(void) {
  thrd_t thread;
  int result;
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  assert(thrd_create(&thread, work, 0) == thrd_success);
  mtx_lock(&mutex);
  counter++;
  mtx_unlock(&mutex);
  assert(thrd_join(thread, &result) == thrd_success && result == 7);
  mtx_destroy(&mutex);
  assert(counter == 2);
  return 0;
}
