// One write of more than a pipe holds waits for a reader. Nobody reads.
#include <string.h>
#include <unistd.h>

static char buffer[70000];

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  if (write(ends[1], buffer, sizeof buffer) != sizeof buffer) return 2; //~ deadlock
  return 0;
}
