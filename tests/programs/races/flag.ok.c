// One thread waits for another's flag, which is atomic.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *work(void *arg) {
  flag = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  while (!flag)
    ;
  pthread_join(thread, 0);
  return 0;
}
