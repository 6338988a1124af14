// A function that keeps its state in a static variable is called by one thread at a time.
// Here by two.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int next_number(void) {
  static int last;
  return ++last; //~ data-race
}

static void *work(void *arg) {
  (void)arg;
  long number = next_number();
  return (void *)number;
}

int main(void) {
  pthread_t thread;
  void *theirs;
  pthread_create(&thread, 0, work, 0);
  void *mine = work(0);
  pthread_join(thread, &theirs);
  pthread_mutex_destroy(&mutex);
  assert(mine != theirs);
  return 0;
}
