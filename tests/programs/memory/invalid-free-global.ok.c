// A global is not heap memory.
#include <stdlib.h>

static char fallback[32];

int main(void) {
  char *p = malloc(32);
  if (!p) {
    p = fallback;
  }
  free(p);
  return 0;
}
