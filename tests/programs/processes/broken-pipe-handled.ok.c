// A handler of SIGPIPE runs, and the write that raised it fails; what it had moved before it says nevertheless.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t handled;
static char buffer[70000];

static void count(int number) {
  handled += number == SIGPIPE;
}

int main(void) {
  int ends[2];
  signal(SIGPIPE, count);
  if (pipe(ends) || close(ends[0])) return 1;
  int sent = write(ends[1], "a", 1);
  assert(sent == -1 && errno == EPIPE && handled == 1);
  if (close(ends[1]) || pipe(ends)) return 2;
  if (fork() == 0) {
    char byte;
    close(ends[1]);
    _exit(read(ends[0], &byte, 1) != 1);
  }
  close(ends[0]);
  errno = 0;
  sent = write(ends[1], buffer, sizeof buffer);
  assert(sent == 65536 && errno == 0 && handled == 2);
  return wait(0) < 0;
}
