// The reader waits for the end of its input, but keeps the end of the pipe open that it would have to close.
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  if (fork() == 0) {
    close(ends[0]);
    _exit(write(ends[1], "x", 1) != 1);
  }
  char byte;
  while (read(ends[0], &byte, 1) == 1) { //~ deadlock
  }
  wait(NULL);
  return 0;
}
