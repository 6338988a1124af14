// A stream is closed twice.
#include <stdio.h>

int main(void) {
  FILE *f = fopen("/dev/null", "r");
  if (!f)
    return 2;
  fclose(f);
  fclose(f); //~ use-after-free
  return 0;
}
