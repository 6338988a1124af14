// A file that grows for ever.
#include <fcntl.h>
#include <unistd.h>
static char block[1 << 16];
int main(void) {
  int file = open("/tmp/grows", O_CREAT | O_RDWR, 0600);
  for (;;)
    if (file < 0 || write(file, block, sizeof block) < 0)
      lseek(file, 0, SEEK_SET);
}
