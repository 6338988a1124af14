// Parent and child send each other more than a pipe holds, one after the other.
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 40000 };
static char buffer[SIZE];

static int send_all(int to) {
  return write(to, buffer, SIZE) == SIZE && write(to, buffer, SIZE) == SIZE;
}

static int receive_all(int from) {
  int left = 2 * SIZE;
  while (left > 0) {
    int got = read(from, buffer, SIZE);
    if (got <= 0) return 0;
    left -= got;
  }
  return 1;
}

int main(void) {
  int there[2], back[2];
  if (pipe(there) || pipe(back)) return 1;
  if (fork() == 0) _exit(!(receive_all(there[0]) && send_all(back[1])));
  if (!send_all(there[1]) || !receive_all(back[0])) return 2;
  int status;
  return wait(&status) < 0 || status != 0;
}
