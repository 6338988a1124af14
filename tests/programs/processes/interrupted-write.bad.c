// A signal interrupts a write that has moved some bytes: it returns how many, also with SA_RESTART.
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
  int sent = write(ends[1], buffer, sizeof buffer);
  assert(sent == sizeof buffer); //~ assertion
  close(ends[1]);
  return wait(0) < 0;
}
