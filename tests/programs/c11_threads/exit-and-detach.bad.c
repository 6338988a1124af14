// C11 threads end with a number, from any depth; a detached one is not waited for.
// Here a detached one is.
#include <assert.h>
#include <threads.h>

static void leave(int with) { thrd_exit(with); }

static int work(void *arg) {
  leave(*(int *)arg);
  return 1;
}

static int number = 12;

int main(void) {
  thrd_t thread, alone;
  int result;
  thrd_create(&thread, work, &number);
  thrd_join(thread, &result);
  assert(result == 12);
  thrd_create(&alone, work, &number);
  assert(thrd_detach(alone) == thrd_success);
  assert(!thrd_equal(alone, thrd_current()));
  thrd_join(alone, 0); //~ thread-misuse
  thrd_yield();
  return 0;
}
