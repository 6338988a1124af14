// call_once calls once, and everybody waits for it.
#include <assert.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static int value;

static void initialise(void) {
  value += 5;
}

static int use(void *arg) {
  (void)arg;
  call_once(&flag, initialise);
  assert(value == 5);
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, use, 0);
  use(0);
  thrd_join(thread, 0);
  assert(value == 5);
  return 0;
}
