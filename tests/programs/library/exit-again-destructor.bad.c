// A destructor runs when the program exits.
#include <stdlib.h>

__attribute__((destructor)) static void leave(void) {
  exit(0); //~ bad-call
}

int main(void) {
  return 0;
}
