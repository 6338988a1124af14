// `select` takes files out of the sets that it is given.
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static fd_set files;

static void *look(void *arg) {
  return FD_ISSET(3, &files) ? arg : 0; //~| data-race
}

int main(void) {
  int ends[2];
  struct timeval now = {0, 0};
  pthread_t other;
  if (pipe(ends))
    return 1;
  FD_ZERO(&files);
  FD_SET(ends[0], &files);
  pthread_create(&other, 0, look, 0);
  select(ends[0] + 1, &files, 0, 0, &now); //~| data-race
  pthread_join(other, 0);
}
