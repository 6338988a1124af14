// A signal interrupts a write that has moved some bytes: who goes on with the rest loses none and repeats none.
#include <assert.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static char buffer[70000];

static void nothing(int number) {
  (void)number;
}

int main(void) {
  int ends[2];
  struct sigaction action = {.sa_handler = nothing, .sa_flags = SA_RESTART};
  if (pipe(ends) || sigaction(SIGUSR1, &action, 0)) return 1;
  if (fork() == 0) {
    close(ends[1]);
    kill(getppid(), SIGUSR1);
    int left = sizeof buffer, got;
    while ((got = read(ends[0], buffer, sizeof buffer)) > 0) left -= got;
    _exit(left != 0);
  }
  close(ends[0]);
  int sent = 0;
  while (sent < (int)sizeof buffer) {
    int part = write(ends[1], buffer + sent, sizeof buffer - sent);
    if (part > 0) sent += part;
  }

  close(ends[1]);
  int status;
  assert(wait(&status) > 0 && status == 0);
  return 0;
}
