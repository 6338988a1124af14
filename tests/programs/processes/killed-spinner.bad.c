// A child goes round in circles, and the signal that its parent sends is one that it ignores.
//@ native: no
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    signal(SIGTERM, SIG_IGN);
    for (volatile int rounds = 0;;) rounds = 1 - rounds; //~ livelock
  }
  kill(child, SIGTERM);
  return waitpid(child, NULL, 0) != child;
}
