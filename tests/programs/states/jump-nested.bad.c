// A goto out of a nested function comes back to a call that has what it had.
#include <gmc.h>

static void call(void (*function)(void)) {
  gmc_choose(2);
  function();
}

static int caught(int number) {
  __label__ out;
  void leave(void) {
    for (int i = 0; i < 4; i++) gmc_choose(2);
    goto out;
  }
  call(leave);
  return -1;
out:
  return number;
}

int main(void) {
  gmc_assert(caught(gmc_choose(2)) == 0); //~ assertion
  return 0;
}
