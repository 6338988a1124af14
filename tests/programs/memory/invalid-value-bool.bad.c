// A byte that is no bool is read as one.
#include <stdbool.h>
#include <string.h>

int main(void) {
  bool b;
  unsigned char byte = 2;
  memcpy(&b, &byte, 1);
  if (b) //~ invalid-value: 2
    return 0;
  return 3;
}
