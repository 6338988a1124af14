// Forks without end, of which two are followed; and calls of a function of the program.
//@ check: --limit fork=2 --limit on_event=3
//@ unknown: runs with more than
//@ native: no
#include <gmc.h>
#include <sys/wait.h>
#include <unistd.h>

static int events;

static void on_event(void) {
  events = (events + 1) % 7;
}

int main(void) {
  for (;;) {
    if (gmc_choose(2)) {
      on_event();
      continue;
    }
    if (fork() == 0)
      _exit(events);
    wait(0);
  }
}
