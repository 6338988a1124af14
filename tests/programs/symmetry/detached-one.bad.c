// One of two equal threads is detached, and then joined all the same.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sum;

static void *work(void *arg) {
  atomic_fetch_add(&sum, 1);
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_detach(first);
  pthread_join(second, 0);
  pthread_join(first, 0); //~ thread-misuse
  return 0;
}
