// However many bytes there are, the program looks at no others.
//@ native: no
//@ check: --stdin-any 2
#include <unistd.h>

int main(void) {
  char buffer[2];
  long count = read(0, buffer, sizeof buffer);
  return count == 2 && buffer[1] == 'x';
}
