// A read at a place fits.
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  char text[4];
  int file = open("/dev/zero", O_RDONLY);
  pread(file, text, 4, 0);
  return close(file);
}
