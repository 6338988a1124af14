// What was written before a thread starts it may read, and what it wrote may be read when it was joined.
#include <assert.h>
#include <pthread.h>

static int value;

static void *twice(void *arg) {
  value *= 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  value = 3;
  pthread_create(&a, 0, twice, 0);
  pthread_join(a, 0);
  value++;
  pthread_create(&b, 0, twice, 0);
  pthread_join(b, 0);
  assert(value == 14);
  return 0;
}
