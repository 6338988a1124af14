// An allocation that doubles until there is no room, again and again.
#include <stdlib.h>
int main(void) {
  for (;;) {
    char *p = 0, *larger;
    for (size_t size = 1; (larger = realloc(p, size)); size *= 2) {
      p = larger;
      p[size - 1] = 1;
    }
    free(p);
  }
}
