// A C11 mutex is unlocked by its owner.
#include <threads.h>

static mtx_t mutex;

static int work(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  thrd_create(&thread, work, 0);
  thrd_join(thread, 0);
  mtx_destroy(&mutex);
  return 0;
}
