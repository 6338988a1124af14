// The third thread may have the number of one that has ended: of which, depends on who has.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int over, third;

static void *work(void *arg) {
  atomic_fetch_add(&over, 1);
  return arg;
}

static void *other(void *arg) {
  atomic_store(&third, 1);
  return arg;
}

int main(void) {
  pthread_attr_t detached;
  pthread_t first, second, last;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  pthread_create(&first, &detached, work, 0);
  pthread_create(&second, &detached, work, 0);
  pthread_create(&last, 0, other, 0);
  assert(last != second); //~ assertion
  pthread_join(last, 0);
  return 0;
}
