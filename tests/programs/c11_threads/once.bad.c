// call_once calls once, and everybody waits for it.
// Here a plain flag is to do it.
#include <assert.h>
#include <threads.h>

static int done;
static int value;

static void initialise(void) {
  value += 5; //~| data-race
}

static int use(void *arg) {
  (void)arg;
  if (!done) { //~| data-race
    done = 1; //~| data-race
    initialise();
  }
  return 0;
}

int main(void) {
  thrd_t thread;
  thrd_create(&thread, use, 0);
  use(0);
  thrd_join(thread, 0);
  return 0;
}
