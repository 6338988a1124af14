// The only pointer to a message is in a pipe for a while.
// What the message points to is not freed.
//@ native: no
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct message {
  int *body;
};

static int ends[2];

static void *sender(void *arg) {
  struct message *message = malloc(sizeof *message);
  message->body = malloc(sizeof *message->body); //~ memory-leak
  *message->body = 1;
  return write(ends[1], &message, sizeof message) == sizeof message ? 0 : arg;
}

int main(void) {
  pthread_t a;
  struct message *message;
  if (pipe(ends))
    return 1;
  pthread_create(&a, 0, sender, 0);
  if (read(ends[0], &message, sizeof message) != sizeof message)
    return 1;
  free(message);
  pthread_join(a, 0);
  return 0;
}
