/* Stronger than the library's. */
#include "../lib/shapes.h"
#include <stdio.h>

void report(int value) { printf("application: %d\n", value); }
