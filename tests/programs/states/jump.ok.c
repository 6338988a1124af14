// A function that catches a jump has what it had when it called.
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
  int number = gmc_choose(2);
  gmc_assert(caught(number) == number);
  return 0;
}
