// A detached thread sends an object through a pipe and ends; the next thread has its number.
// The first one uses the object once more before it ends.
//@ native: no
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static void *sender(void *arg) {
  int *mine = malloc(sizeof *mine);
  if (!mine)
    exit(1);
  *mine = 1;
  if (write(ends[1], &mine, sizeof mine) != sizeof mine)
    exit(1);
  *mine = 2; //~| data-race //~| use-after-free
  return 0;
}

static void *receiver(void *arg) {
  int *theirs = (int *)~(size_t)arg;
  *theirs = 3; //~| data-race
  free(theirs);
  return 0;
}

int main(void) {
  pthread_t a, b;
  int *message;
  if (pipe(ends))
    return 1;
  pthread_create(&a, 0, sender, 0);
  pthread_detach(a);
  if (read(ends[0], &message, sizeof message) != sizeof message)
    return 1;
  pthread_create(&b, 0, receiver, (void *)~(size_t)message);
  pthread_join(b, 0);
  pthread_exit(0);
}
