// Bytes that go through a pipe for ever.
#include <unistd.h>
int main(void) {
  int ends[2];
  char block[512] = {0};
  if (pipe(ends))
    return 1;
  for (;;) {
    block[0]++;
    if (write(ends[1], block, sizeof block) < 0 || read(ends[0], block, sizeof block) < 0)
      return 1;
  }
}
