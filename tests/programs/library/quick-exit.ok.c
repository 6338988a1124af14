// quick_exit calls what at_quick_exit registered, last first, and nothing else.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { puts("atexit"); }
static void first(void) {
  puts("first");
  fflush(stdout);
}
static void second(void) { puts("second"); }

int main(void) {
  atexit(never);
  at_quick_exit(first);
  at_quick_exit(second);
  quick_exit(0);
}
