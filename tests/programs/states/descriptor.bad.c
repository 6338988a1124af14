// What is said of the number of a file is part of the state.
#include <fcntl.h>
#include <gmc.h>

int main(void) {
  int file = open("/tmp/file", O_RDWR | O_CREAT, 0600);
  if (gmc_choose(2)) fcntl(file, F_SETFD, FD_CLOEXEC);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(fcntl(file, F_GETFD) == 0); //~ assertion
  return 0;
}
