// What is joined stands in a variable that all threads could reach, and none does.
#include <assert.h>
#include <pthread.h>

static pthread_t threads[3];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *arg) {
  int own = 1, *by = &own;
  pthread_mutex_lock(&mutex);
  sum += *by;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(sum == 3);
  return 0;
}
