// Waiting for files reads what it is asked for, and writes what it has found.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static struct pollfd entries[2];

static void *look(void *arg) {
  return entries[1].revents ? arg : 0; //~| data-race
}

int main(void) {
  int ends[2];
  pthread_t other;
  if (pipe(ends))
    return 1;
  for (int i = 0; i < 2; i++)
    entries[i] = (struct pollfd){ends[i], POLLIN, 0};
  pthread_create(&other, 0, look, 0);
  poll(entries, 2, 0); //~| data-race
  pthread_join(other, 0);
}
