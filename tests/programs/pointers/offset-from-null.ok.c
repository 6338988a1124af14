// Something is added to a pointer that is not null.
#include <stddef.h>

int main(void) {
  char c[4] = {0};
  char *p = c;
  size_t n = 3;
  char *q = p + n;
  return *q;
}
