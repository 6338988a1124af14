// pthread_once runs its function once, and everybody waits until it has.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static int times, value;

static void initialise(void) {
  times++;
  value = 42;
}

static void *use(void *arg) {
  pthread_once(&control, initialise);
  assert(value == 42);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  use(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(times == 1);
  return 0;
}
