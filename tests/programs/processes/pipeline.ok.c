// A pipeline of three processes: each child passes on what the one before it wrote, and the parent gets the result.
#include <sys/wait.h>
#include <unistd.h>

static void stage(int from, int to, int add) {
  unsigned char byte;
  if (read(from, &byte, 1) != 1) _exit(1);
  byte += add;
  if (write(to, &byte, 1) != 1) _exit(2);
  _exit(0);
}

int main(void) {
  int first[2], second[2];
  if (pipe(first) || pipe(second)) return 1;
  if (fork() == 0) {
    unsigned char byte = 1;
    _exit(write(first[1], &byte, 1) != 1);
  }
  if (fork() == 0) stage(first[0], second[1], 10);
  unsigned char byte = 0;
  if (read(second[0], &byte, 1) != 1 || byte != 11) return 2;
  for (int i = 0; i < 2; i++) {
    int status;
    if (wait(&status) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return 3;
  }
  return wait(NULL) != -1;
}
