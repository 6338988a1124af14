// What the function that catches a jump needs is part of the state while the one that jumps is at work.
#include <gmc.h>
#include <setjmp.h>

static jmp_buf buffer;

static void leave(void) {
  for (int i = 0; i < 4; i++) gmc_choose(2);
  longjmp(buffer, 1);
}

static int caught(int number) {
  if (setjmp(buffer)) return number;
  leave();
  return -1;
}

int main(void) {
  gmc_assert(caught(gmc_choose(2)) == 0); //~ assertion
  return 0;
}
