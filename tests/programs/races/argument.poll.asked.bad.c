// What a thread waits for is changed while it begins to wait.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static struct pollfd entry;

static void *change(void *arg) {
  entry.events = POLLOUT; //~| data-race
  return arg;
}

int main(void) {
  int ends[2];
  pthread_t other;
  if (pipe(ends))
    return 1;
  entry.fd = ends[0];
  pthread_create(&other, 0, change, 0);
  poll(&entry, 1, 0); //~| data-race
  pthread_join(other, 0);
}
