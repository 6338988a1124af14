// Main sets the variable first, the thread second: the start of the thread orders them.
// Here nothing does, and each of them relies on being lucky.
#include <assert.h>
#include <pthread.h>

static int i;

static void *work(void *arg) {
  i += 1; //~| data-race
  assert(i == 2); //~| data-race //~| assertion
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  i += 1; //~| data-race
  assert(i == 1); //~| data-race //~| assertion
  pthread_join(thread, 0);
  return 0;
}
