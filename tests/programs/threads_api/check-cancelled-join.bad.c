// Who is cancelled while it waits for a thread's end does not know that the thread has ended.
//@ check
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_t worker;
static atomic_int done;

static void *work(void *arg) {
  done = 1;
  return arg;
}

static void look(void *arg) {
  (void)arg;
  assert(done == 1); //~ assertion
}

static void *wait(void *arg) {
  pthread_cleanup_push(look, 0);
  pthread_join(worker, 0);
  pthread_cleanup_pop(0);
  return arg;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&worker, 0, work, 0);
  pthread_create(&waiter, 0, wait, 0);
  pthread_cancel(waiter);
  pthread_join(waiter, 0);
}
