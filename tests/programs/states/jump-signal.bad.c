// A handler of signals jumps out: what was interrupted is forgotten, what catches the jump has what it had.
#include <gmc.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf buffer;

static void handler(int number) {
  for (int i = 0; i < 4; i++) gmc_choose(2);
  siglongjmp(buffer, number);
}

static int caught(int number) {
  if (sigsetjmp(buffer, 1)) return number;
  raise(SIGUSR1);
  return -1;
}

int main(void) {
  signal(SIGUSR1, handler);
  gmc_assert(caught(gmc_choose(2)) + caught(0) == 0); //~ assertion
  return 0;
}
