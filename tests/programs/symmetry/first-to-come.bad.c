// Whoever comes first leaves its name: it may be either of two equal threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int came;
static pthread_t first;

static void *work(void *arg) {
  if (atomic_fetch_add(&came, 1) == 0) first = pthread_self();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(pthread_equal(first, threads[0])); //~ assertion
  return 0;
}
