// An environment that grows for ever.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char name[32];
  for (unsigned n = 0;; n++) {
    snprintf(name, sizeof name, "NAME%u", n);
    setenv(name, "value", 1);
  }
}
