// One write of more than a pipe holds goes in pieces while a child reads.
#include <sys/wait.h>
#include <unistd.h>

static char buffer[70000];

int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  if (fork() == 0) {
    close(ends[1]);
    int left = sizeof buffer, got;
    while ((got = read(ends[0], buffer, sizeof buffer)) > 0) left -= got;
    _exit(left);
  }
  close(ends[0]);
  if (write(ends[1], buffer, sizeof buffer) != sizeof buffer) return 2;
  close(ends[1]);
  int status;
  return wait(&status) < 0 || status != 0;
}
