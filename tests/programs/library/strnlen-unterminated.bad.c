// strnlen reads up to its limit where no zero byte comes.
#include <string.h>

int main(void) {
  char b[4] = {'a', 'b', 'c', 'd'};
  return strnlen(b, 9) != 4; //~ out-of-bounds: `b` (4 bytes
}
