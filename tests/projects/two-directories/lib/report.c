/* The application overrides `report`; this file is linked for `fallback`, and its own `report` gives way. */
#include "shapes.h"
#include <stdio.h>

__attribute__((weak)) void report(int value) { printf("library: %d\n", value); }

int fallback(void) { return 7; }
