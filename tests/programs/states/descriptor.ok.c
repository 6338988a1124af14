// A copy of a number starts without what was said of it; what is closed is forgotten.
#define _GNU_SOURCE
#include <fcntl.h>
#include <gmc.h>
#include <unistd.h>

int main(void) {
  int file = open("/tmp/file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  gmc_assert(fcntl(file, F_GETFD) == FD_CLOEXEC);
  int copy = dup(file);
  if (gmc_choose(2)) {
    close(copy);
    copy = fcntl(file, F_DUPFD_CLOEXEC, 0);
    gmc_assert(fcntl(copy, F_GETFD) == FD_CLOEXEC);
    fcntl(copy, F_SETFD, 0);
  }
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(fcntl(copy, F_GETFD) == 0);
  return 0;
}
