// A number of two digits that input cannot be: there is room for one only.
//@ check: --stdin-any 1
#include <stdio.h>
int main(void) {
  int x;
  if (scanf("%d", &x) == 1 && x == 42) {
    int *p = 0;
    return *p;
  }
  return 0;
}
