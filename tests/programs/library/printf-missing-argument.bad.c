// More conversions than arguments.
//@ flags: -w
#include <stdio.h>

int main(void) {
  printf("%d %d\n", 1); //~ bad-call
  return 0;
}
