// What pthread_once runs does not ask for the same.
#include <assert.h>
#include <pthread.h>

static pthread_once_t outer = PTHREAD_ONCE_INIT, inner = PTHREAD_ONCE_INIT;
static int calls;

static void second(void) { calls++; }

static void first(void) {
  calls++;
  pthread_once(&inner, second);
}

int main(void) {
  pthread_once(&outer, first);
  pthread_once(&inner, second);
  assert(calls == 2);
  return 0;
}
