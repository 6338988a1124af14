// setenv copies a value, and a null pointer is none.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

int main(void) {
  const char *volatile value = NULL;
  return setenv("EMPTY", value, 1); //~ null-dereference
}
