// A stream is closed once.
#include <stdio.h>

int main(void) {
  FILE *f = fopen("/dev/null", "r");
  if (!f)
    return 2;
  fclose(f);
  return 0;
}
