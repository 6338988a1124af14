// Sixteen megabytes that are copied to and fro.
#include <stdlib.h>
#include <string.h>
enum { SIZE = 16 << 20 };
int main(void) {
  char *a = malloc(SIZE), *b = malloc(SIZE);
  for (int value = 0;; value++) {
    memset(a, value, SIZE);
    memcpy(b, a, SIZE);
    if (memcmp(a, b, SIZE))
      return 1;
  }
}
