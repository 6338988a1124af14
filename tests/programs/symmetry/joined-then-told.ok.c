// Whoever comes second goes round until one of them was joined, and both come to their end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int came, stop;

static void *work(void *arg) {
  if (atomic_fetch_add(&came, 1) == 1)
    while (!atomic_load(&stop))
      ;
  return arg;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_join(first, 0);
  atomic_store(&stop, 1);
  pthread_join(second, 0);
  assert(atomic_load(&came) == 2);
  return 0;
}
