// Two C11 mutexes in one order.
#include <threads.h>

static mtx_t a, b;

static int work(void *arg) {
  (void)arg;
  mtx_lock(&a);
  mtx_lock(&b);
  mtx_unlock(&a);
  mtx_unlock(&b);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&a, mtx_plain);
  mtx_init(&b, mtx_plain);
  thrd_create(&thread, work, 0);
  mtx_lock(&a);
  mtx_lock(&b);
  mtx_unlock(&b);
  mtx_unlock(&a);
  thrd_join(thread, 0);
  return 0;
}
