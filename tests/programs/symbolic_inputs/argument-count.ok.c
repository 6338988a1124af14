// Each argument that there is has an end.
//@ native: no
//@ check: --arg-any 0-2:1
#include <string.h>

int main(int argc, char **argv) {
  if (argc > 2)
    return strlen(argv[2]) > 1;
  return 0;
}
