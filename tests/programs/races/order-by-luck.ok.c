// Main sets the variable first, the thread second: the start of the thread orders them.
#include <assert.h>
#include <pthread.h>

static int i;

static void *work(void *arg) {
  i += 1;
  assert(i == 2);
  return arg;
}

int main(void) {
  pthread_t thread;
  i += 1;
  assert(i == 1);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
