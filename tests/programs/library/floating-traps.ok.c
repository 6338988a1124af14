// fenv.h: exceptions can be raised by hand, and none of them traps.
#define _GNU_SOURCE
#include <fenv.h>
#include <stdio.h>

int main(void) {
  static const int all[] = {FE_INVALID, FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW, FE_INEXACT, FE_ALL_EXCEPT, 0};
  for (int i = 0; i < 7; i++)
    printf("%d ", feraiseexcept(all[i]));
  printf("%d", fegetexcept());
  printf(" %d", fedisableexcept(FE_DIVBYZERO | FE_INVALID));
  printf(" %d\n", fegetexcept());
  return 0;
}
