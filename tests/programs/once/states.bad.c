// One thread initialises, the others spin until it has.
// Here they go on as soon as it has begun.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { FRESH, BUSY, READY };

static atomic_int state;
static int value;

static void *use(void *arg) {
  int expected = FRESH;
  (void)arg;
  if (atomic_compare_exchange_strong(&state, &expected, BUSY)) {
    value = 7; //~| data-race
    atomic_store(&state, READY);
  } else {
    while (atomic_load(&state) == FRESH)
      ;
  }
  return (void *)(long)(value - 7); //~| data-race
}

int main(void) {
  pthread_t a, b;
  void *one, *two;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, &one);
  pthread_join(b, &two);
  assert(!one && !two);
  return 0;
}
