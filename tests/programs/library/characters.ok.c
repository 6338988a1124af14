// <ctype.h> on all characters and EOF.
#include <ctype.h>
#include <stdio.h>

int main(void) {
  int counts[6] = {0};
  for (int c = 0; c < 128; c++) {
    counts[0] += isalpha(c) != 0;
    counts[1] += isdigit(c) != 0;
    counts[2] += isspace(c) != 0;
    counts[3] += ispunct(c) != 0;
    counts[4] += isxdigit(c) != 0;
    counts[5] += isprint(c) != 0;
  }
  printf("%d %d %d %d %d %d\n", counts[0], counts[1], counts[2], counts[3], counts[4], counts[5]);
  return isalpha(EOF) || toupper('a') != 'A' || tolower('Z') != 'z' || toupper('1') != '1';
}
