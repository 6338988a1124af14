// Characters are mapped as values of `unsigned char`, or EOF (C11 7.4p1).
#include <ctype.h>
#include <stdio.h>
int main(int argc, char **argv) {
  (void)argv;
  return toupper('a' * argc) != 'A' || tolower(EOF) != EOF;
}
