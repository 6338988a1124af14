// Records that do not share a page of a pipe fill it before 65,536 bytes do.
#include <unistd.h>

static char record[2100];

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  for (int i = 0; i < 17; i++)
    if (write(ends[1], record, sizeof record) != sizeof record) return 2; //~ deadlock
  return 0;
}
