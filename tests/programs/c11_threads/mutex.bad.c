// A C11 mutex.
// Here one thread does without.
#include <assert.h>
#include <threads.h>

static mtx_t mutex;
static int counter;

static int work(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  counter++; //~| data-race
  mtx_unlock(&mutex);
  return 7;
}

int main(void) {
  thrd_t thread;
  int result;
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  assert(thrd_create(&thread, work, 0) == thrd_success);
  counter++; //~| data-race
  assert(thrd_join(thread, &result) == thrd_success && result == 7);
  mtx_destroy(&mutex);
  assert(counter == 2);
  return 0;
}
