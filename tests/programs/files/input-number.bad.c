// A number of two digits, read from input that can be anything.
//@ check: --stdin-any 2
#include <stdio.h>
int main(void) {
  int x;
  if (scanf("%d", &x) == 1 && x == 42) {
    int *p = 0;
    return *p; //~ null-dereference
  }
  return 0;
}
