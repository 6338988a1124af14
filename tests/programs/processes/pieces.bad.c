// A write of more than a page need not be taken at once: another process may read a part of it.
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

static char buffer[65536];

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  if (write(ends[1], buffer, 60000) != 60000) return 2;
  if (fork() == 0) _exit(write(ends[1], buffer, 8192) != 8192);
  assert(read(ends[0], buffer, 60000) == 60000); //~| assertion
  int got = read(ends[0], buffer, sizeof buffer);
  assert(got == 8192); //~| assertion
  return wait(0) < 0;
}
