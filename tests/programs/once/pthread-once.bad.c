// pthread_once runs its function once, and everybody waits until it has.
// Here a flag does not make anybody wait.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun;
static int times, value;

static void initialise(void) {
  times++;
  value = 42; //~| data-race
}

static void *use(void *arg) {
  if (!atomic_exchange(&begun, 1))
    initialise();
  assert(value == 42); //~| data-race //~| assertion
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
