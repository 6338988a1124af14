// What a compare-and-swap compares with is an ordinary variable, which it also writes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value;
static int expected;

static void *swap(void *arg) {
  atomic_compare_exchange_strong(&value, &expected, 1); //~| data-race
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, swap, 0);
  expected = 0; //~| data-race
  pthread_join(other, 0);
}
