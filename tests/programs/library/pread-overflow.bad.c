// A read at a place is longer than the room for it.
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char text[4];
  int file = open("/dev/zero", O_RDONLY);
  pread(file, text, 6, 0); //~ out-of-bounds: pread
  return close(file);
}
