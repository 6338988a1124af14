// Each part is as long as it says.
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  char a[2], b[4];
  if (pipe(ends) != 0 || write(ends[1], "abcdef", 6) != 6) return 1;
  struct iovec in[2] = {{a, 2}, {b, 4}};
  return readv(ends[0], in, 2) != 6;
}
