// %s reads up to the zero byte or the precision.
#include <stdio.h>

int main(void) {
  char s[3] = {'a', 'b', 'c'};
  printf("%.3s\n", s);
  return 0;
}
