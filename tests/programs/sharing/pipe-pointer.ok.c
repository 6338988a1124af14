// A pointer goes to another thread through a pipe.
// The sender does not touch what it has given away until it is told to.
//@ native: no
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];
static sem_t done;

static void *sender(void *arg) {
  int *mine = malloc(sizeof *mine);
  if (!mine)
    return 0;
  *mine = 1;
  if (write(ends[1], &mine, sizeof mine) != sizeof mine)
    return 0;
  sem_wait(&done);
  *mine = 2;
  free(mine);
  return 0;
}

static void *receiver(void *arg) {
  int *theirs;
  if (read(ends[0], &theirs, sizeof theirs) == sizeof theirs)
    *theirs = 3;
  sem_post(&done);
  return 0;
}

int main(void) {
  pthread_t a, b;
  if (pipe(ends))
    return 1;
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, receiver, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
