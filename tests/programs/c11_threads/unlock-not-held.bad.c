// A C11 mutex is unlocked by its owner.
// Here by somebody else.
#include <threads.h>

static mtx_t mutex;

static int work(void *arg) {
  (void)arg;
  mtx_unlock(&mutex); //~ lock-misuse
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
