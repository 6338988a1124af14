// glibc: memory that is given no size is freed.
#include <stdlib.h>
int main(void) {
  void *p = malloc(4);
  if (!p) return 0;
  void *q = realloc(p, 0);
  void *r = realloc(0, 0);
  free(r);
  return q != 0;
}
