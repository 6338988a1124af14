/* `scale` is also the name of another static function, in lib/area.c. */
#include "../lib/shapes.h"

static int scale(int x) { return x + 1; }

int main(void) {
  report(scale(area(2, 3)) + square(fallback()) + first() + second());
  return 0;
}
