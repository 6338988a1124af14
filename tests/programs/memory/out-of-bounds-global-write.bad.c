// Writes a string that does not fit a global buffer.
#include <string.h>

char buffer[6];

int main(int argc, char **argv) {
  strcpy(buffer, "hello!"); //~ out-of-bounds: `buffer` (6 bytes)
  return buffer[4] - 'o';
}
