// Writes a string that just fits a global buffer.
#include <string.h>

char buffer[6];

int main(int argc, char **argv) {
  strcpy(buffer, "hello");
  return buffer[4] - 'o';
}
