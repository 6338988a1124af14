// A thread raises a signal: the handler runs in it, and is done before the thread goes on.
// Here main counts on there being no such signal.
//@ check
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int handled;

static void handle(int number) {
  (void)number;
  handled++;
}

static void *work(void *arg) {
  raise(SIGUSR1);
  return arg;
}

int main(void) {
  pthread_t other;
  struct sigaction action = {.sa_handler = handle};
  sigaction(SIGUSR1, &action, 0);
  pthread_create(&other, 0, work, 0);
  pthread_join(other, 0);
  assert(handled == 0); //~ assertion
}
