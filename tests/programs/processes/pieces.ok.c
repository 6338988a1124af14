// A write of at most a page is taken at once.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

static char buffer[65536];

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  if (write(ends[1], buffer, 61440) != 61440) return 2;
  if (fork() == 0) _exit(write(ends[1], buffer, 4096) != 4096);
  assert(read(ends[0], buffer, 61440) == 61440);
  int got = read(ends[0], buffer, sizeof buffer);
  assert(got == 4096);
  return wait(0) < 0;
}
