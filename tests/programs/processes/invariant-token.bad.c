// Two tokens are in the pipe: both processes can be inside.
//@ native: no
//@ check: --invariant at_most_one
#include <gmc.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_inside;

int at_most_one(void) {
  int inside = 0;
  for (int i = 0; i < gmc_processes(); i++) inside += GMC_OF(gmc_process(i), is_inside);
  return inside <= 1;
}

int main(void) {
  int token[2];
  char byte;
  if (pipe(token) || write(token[1], "tt", 2) < 0) return 1;
  int child = fork() == 0;
  if (read(token[0], &byte, 1) != 1) return 2;
  is_inside = 1;
  gmc_yield();
  is_inside = 0;
  if (write(token[1], &byte, 1) != 1) return 3;
  if (child) _exit(0);
  return wait(NULL) < 0;
}
//@ violation: invariant
