// Who waits for a pipe and is cancelled ends, or gets what is written later.
//@ check
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char letter;

static void *wait(void *arg) {
  read(ends[0], &letter, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  if (pipe(ends)) return 0;
  pthread_create(&thread, 0, wait, 0);
  pthread_cancel(thread);
  write(ends[1], "x", 1);
  pthread_join(thread, &result);
  assert(result == (letter ? 0 : PTHREAD_CANCELED));
}
