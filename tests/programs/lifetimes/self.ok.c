// Threads have names of their own, which they and their parents agree on.
#include <assert.h>
#include <pthread.h>

static pthread_t parent;

static void *work(void *arg) {
  (void)arg;
  if (pthread_equal(pthread_self(), parent))
    return (void *)1L;
  return (void *)pthread_self();
}

int main(void) {
  pthread_t a, b;
  void *one, *two;
  parent = pthread_self();
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  assert(!pthread_equal(a, b));
  pthread_join(a, &one);
  pthread_join(b, &two);
  assert(pthread_equal(a, (pthread_t)one) && pthread_equal(b, (pthread_t)two));
  return 0;
}
