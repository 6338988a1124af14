// What was read from a pipe is not in it any more.
#include <gmc.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  char byte = 'a';
  pipe(ends);
  if (gmc_choose(2)) byte = 'b';
  write(ends[1], &byte, 1);
  read(ends[0], &byte, 1);
  byte = 'a';
  write(ends[1], &byte, 1);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  read(ends[0], &byte, 1);
  gmc_assert(byte == 'a');
  return 0;
}
