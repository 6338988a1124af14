// A C11 condition variable with a limit in time, and two who wait.
// Here one of the two is told.
//@ violation: deadlock
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t changed;
static int ready;

static int wait(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&changed, &mutex);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  struct timespec deadline = {.tv_sec = 1, .tv_nsec = 0};
  thrd_t a, b;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  thrd_create(&a, wait, 0);
  thrd_create(&b, wait, 0);
  mtx_lock(&mutex);
  int code = cnd_timedwait(&changed, &mutex, &deadline);
  assert(code == thrd_timedout);
  ready = 1;
  cnd_signal(&changed);
  mtx_unlock(&mutex);
  thrd_join(a, 0);
  thrd_join(b, 0);
  return 0;
}
