// Memory that is given back at once, for ever.
#include <stdlib.h>
int main(void) {
  for (unsigned n = 0;; n++) {
    unsigned *it = malloc(sizeof *it + n % 64);
    *it = n;
    free(it);
  }
}
