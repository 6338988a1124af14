// The same with GCC's own jumps, two calls deep.
#include <gmc.h>

static void *buffer[5];

static void leave(void) {
  for (int i = 0; i < 4; i++) gmc_choose(2);
  __builtin_longjmp(buffer, 1);
}

static void between(void) {
  gmc_choose(2);
  leave();
}

static int caught(int number) {
  if (__builtin_setjmp(buffer)) return number;
  between();
  return -1;
}

int main(void) {
  int number = gmc_choose(2);
  gmc_assert(caught(number) == number);
  return 0;
}
