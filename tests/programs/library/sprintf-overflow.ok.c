// The buffer has room for everything.
#include <stdio.h>

int main(void) {
  char b[6];
  sprintf(b, "%d", 12345);
  return b[4] - '5';
}
