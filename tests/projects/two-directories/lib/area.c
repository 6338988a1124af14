/* `scale` is also the name of another static function, in app/main.c. */
#include "shapes.h"

static int scale(int x) { return 2 * x; }

int area(int width, int height) { return scale(width * height) + square(width); }
