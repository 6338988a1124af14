// A block that is made larger again and again.
#include <stdlib.h>
int main(void) {
  char *all = 0;
  for (size_t size = 1;; size += size / 8 + 1) {
    char *more = realloc(all, size);
    if (!more)
      break;
    all = more;
    all[size - 1] = 1;
  }
  for (;;)
    ;
}
