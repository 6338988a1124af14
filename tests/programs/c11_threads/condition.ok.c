// A C11 condition variable.
#include <threads.h>

static mtx_t mutex;
static cnd_t changed;
static int ready;

static int set(void *arg) {
  (void)arg;
  mtx_lock(&mutex);
  ready = 1;
  cnd_signal(&changed);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  thrd_create(&thread, set, 0);
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&changed, &mutex);
  mtx_unlock(&mutex);
  thrd_join(thread, 0);
  cnd_destroy(&changed);
  mtx_destroy(&mutex);
  return 0;
}
