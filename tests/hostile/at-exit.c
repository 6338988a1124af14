// An end that never comes: each function that runs at exit asks for another.
#include <stdlib.h>
static unsigned long rounds;
static void again(void) {
  rounds++;
  atexit(again);
}
int main(void) {
  atexit(again);
  return 0;
}
