// Two threads increment a counter by `lock xadd`.
#include <assert.h>
#include <pthread.h>

static int counter;

static int increment(void) {
  int old = 1;
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(old), "+m"(counter)::"memory", "cc");
  return old;
}

static void *work(void *arg) {
  increment();
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  increment();
  pthread_join(thread, NULL);
  assert(counter == 2);
  return 0;
}
