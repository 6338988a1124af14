// A function that keeps its state in a static variable is called by one thread at a time.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int next_number(void) {
  static int last;
  return ++last;
}

static void *work(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  long number = next_number();
  pthread_mutex_unlock(&mutex);
  return (void *)number;
}

int main(void) {
  pthread_t thread;
  void *theirs;
  pthread_create(&thread, 0, work, 0);
  void *mine = work(0);
  pthread_join(thread, &theirs);
  assert(mine != theirs);
  return 0;
}
