// A byte that is no bool is read as one.
#include <stdbool.h>
#include <string.h>

int main(void) {
  bool b;
  unsigned char byte = 1;
  memcpy(&b, &byte, 1);
  if (b)
    return 0;
  return 3;
}
