// glibc: memory that is given no size is freed.
// Here it is freed again.
#include <stdlib.h>
int main(void) {
  void *p = malloc(4);
  if (!p) return 0;
  if (!realloc(p, 0)) free(p); //~ double-free
  return 0;
}
