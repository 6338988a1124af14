// Functions for the end of the program, each of which asks for two others.
#include <stdlib.h>
static void again(void) {
  atexit(again);
  atexit(again);
}
int main(void) { atexit(again); }
