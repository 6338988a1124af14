// Trying for a C11 mutex, and waiting for it with a limit.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static int data;

static int work(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  data++;
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  struct timespec deadline = {.tv_sec = 1, .tv_nsec = 0};
  thrd_t thread;
  mtx_init(&mutex, mtx_timed);
  thrd_create(&thread, work, 0);
  if (mtx_trylock(&mutex) == thrd_success) {
    mtx_unlock(&mutex);
  } else {
    int code = mtx_timedlock(&mutex, &deadline);
    assert(code == thrd_success || code == thrd_timedout);
    if (code == thrd_success) {
      data++;
      mtx_unlock(&mutex);
    }
  }
  thrd_join(thread, 0);
  mtx_destroy(&mutex);
  return 0;
}
