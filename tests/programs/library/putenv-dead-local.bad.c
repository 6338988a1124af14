// What putenv is given stays in the environment: it must outlive the function that gave it.
#define _XOPEN_SOURCE 700
#include <stdlib.h>

static void give(void) {
  char entry[] = "COLOUR=blue";
  putenv(entry);
}

int main(void) {
  give();
  char *colour = getenv("COLOUR"); //~ use-after-scope
  return !colour || *colour != 'b';
}
