// A parameter is a variable of the call.
#include <stdlib.h>

struct big {
  int v[4];
};

static int *inside(struct big b) {
  int *p = b.v;
  return p + 2;
}

int main(void) {
  struct big b = {{1, 2, 3, 4}};
  int *p = inside(b);
  return *p - 3; //~ use-after-scope: `b`
}
