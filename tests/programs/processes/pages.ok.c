// What a pipe takes without waiting: sixteen pages, pieces of what is larger than one, small writes on the last one.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static char buffer[100000];

int main(void) {
  int ends[2];
  if (pipe2(ends, O_NONBLOCK)) return 1;
  for (int i = 0; i < 16; i++) assert(write(ends[1], buffer, 2100) == 2100);
  assert(write(ends[1], buffer, 2100) == -1 && errno == EAGAIN);
  assert(write(ends[1], buffer, 1996) == 1996);
  assert(write(ends[1], buffer, 1) == -1 && errno == EAGAIN);
  assert(read(ends[0], buffer, sizeof buffer) == 16 * 2100 + 1996);

  assert(write(ends[1], buffer, sizeof buffer) == 65536);
  assert(read(ends[0], buffer, 5000) == 5000);
  assert(write(ends[1], buffer, 60000) == 4096);
  assert(write(ends[1], buffer, 4096) == -1 && errno == EAGAIN);
  assert(read(ends[0], buffer, sizeof buffer) == 65536 - 5000 + 4096);
  assert(read(ends[0], buffer, 1) == -1 && errno == EAGAIN);
  return 0;
}
