// The program looks at bytes that it did not get.
//@ native: no
//@ check: --stdin-any 2
#include <unistd.h>

int main(void) {
  char buffer[2];
  long count = read(0, buffer, sizeof buffer);
  return count >= 1 && buffer[1] == 'x'; //~ uninitialized-read
}
