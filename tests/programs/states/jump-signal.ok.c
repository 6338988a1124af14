// A handler of signals jumps out, twice: the signal is not held back afterwards.
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
  int number = gmc_choose(2);
  gmc_assert(caught(number) + caught(0) == number);
  return 0;
}
