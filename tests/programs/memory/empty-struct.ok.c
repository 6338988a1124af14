// Structures without members are initialised, copied, passed and returned.
#include <stdlib.h>
struct empty {};
struct nested {
  struct empty a, b[3];
};
static struct empty pass(struct empty it, int n) { return n ? pass(it, n - 1) : it; }
int main(void) {
  struct empty a = {}, b = a;
  struct nested c = {}, d;
  d = c;
  b = pass(d.b[1], 3);
  char *p = malloc(4);
  p[3] = 1;
  free(p);
  (void)b;
  return 0;
}
