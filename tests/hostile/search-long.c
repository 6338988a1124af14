// A search for a long string that nearly is everywhere.
#include <stdlib.h>
#include <string.h>
int main(void) {
  size_t size = 1 << 20;
  char *text = calloc(size, 1), *wanted = calloc(size, 1);
  memset(text, 'a', size - 1);
  memset(wanted, 'a', size / 2);
  wanted[size / 2] = 'b';
  for (;;)
    if (strstr(text, wanted)) return 1;
}
