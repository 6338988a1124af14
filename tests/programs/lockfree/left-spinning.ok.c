// A thread waits in a loop until another one says that it is done, beside one that has nothing to do with it.
// Who has begun says when it is done.
#include <pthread.h>
#include <stdatomic.h>

static int busy;
static atomic_int apart;

static void *work(void *arg) {
  __atomic_store_n(&busy, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&busy, 0, __ATOMIC_SEQ_CST);
  return arg;
}

static void *other(void *arg) {
  atomic_fetch_add(&apart, 1);
  atomic_fetch_add(&apart, 1);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, other, 0);
  while (__atomic_load_n(&busy, __ATOMIC_SEQ_CST) == 1)
    ;
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
