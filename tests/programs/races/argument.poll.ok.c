// Who is asked about is only read, and entries beyond those asked about are nobody's business.
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static struct pollfd entries[2];

static void *look(void *arg) {
  entries[1].events = POLLOUT;
  return entries[0].fd > 2 && entries[0].events == POLLIN ? arg : 0;
}

int main(void) {
  int ends[2];
  pthread_t other;
  if (pipe(ends))
    return 1;
  for (int i = 0; i < 2; i++)
    entries[i] = (struct pollfd){ends[i], POLLIN, 0};
  pthread_create(&other, 0, look, 0);
  poll(entries, 1, 0);
  pthread_join(other, 0);
}
