// Characters are mapped as values of `unsigned char`, or EOF (C11 7.4p1).
#include <ctype.h>
int main(int argc, char **argv) {
  (void)argv;
  return toupper(-1000 * argc) == 99; //~ out-of-bounds
}
