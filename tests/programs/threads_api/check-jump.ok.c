// longjmp finds what its function had, whatever other threads do in between.
//@ check
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int count;

static void *work(void *arg) {
  jmp_buf start;
  int before = 5;
  if (setjmp(start)) {
    assert(before == 5);
    return arg;
  }
  atomic_fetch_add(&count, 1);
  atomic_fetch_add(&count, 1);
  longjmp(start, 1);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  atomic_fetch_add(&count, 1);
  pthread_join(thread, 0);
  assert(count == 3);
  return 0;
}
