// A buffer is cleared by one thread, half of it each.
// Here the halves overlap.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char buffer[8] = "xxxxxxx";

static void *clear(void *arg) {
  memset(buffer + 3, 0, 4); //~| data-race
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, clear, 0);
  memset(buffer, 0, 4); //~| data-race
  pthread_join(thread, 0);
  assert(buffer[0] == 0 && buffer[6] == 0);
  return 0;
}
