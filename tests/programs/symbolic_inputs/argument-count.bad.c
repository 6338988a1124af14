// There need not be a second argument.
//@ native: no
//@ check: --arg-any 0-2:1
#include <string.h>

int main(int argc, char **argv) {
  if (argc > 1)
    return strlen(argv[2]) > 1; //~ null-dereference
  return 0;
}
