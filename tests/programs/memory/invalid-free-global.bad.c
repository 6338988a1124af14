// A global is not heap memory.
#include <stdlib.h>

static char fallback[32];

int main(void) {
  char *p = malloc(0 ? 1 : 32);
  if (1) {
    free(p);
    p = fallback;
  }
  free(p); //~ invalid-free: `fallback` (32 bytes)
  return 0;
}
