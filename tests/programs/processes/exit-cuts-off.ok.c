// A thread that the end of its process cuts off, or not: both are right.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>
#include <assert.h>

static atomic_int written;

static void *write_it(void *argument) {
  written = 1;
  return argument;
}

int main(int count, char **arguments) {
  pthread_t writer;
  (void)arguments;
  if (count > 9 && fork() < 0) return 1; // never, but it could
  if (pthread_create(&writer, NULL, write_it, NULL) != 0) return 2;
  pthread_detach(writer);
  assert(written <= 1);
  exit(0);
}
