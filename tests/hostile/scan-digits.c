// A number of millions of digits, read again and again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  size_t size = 8 << 20;
  char *digits = malloc(size);
  memset(digits, '7', size - 1);
  digits[size - 1] = 0;
  double sum = 0, number = 0;
  for (;;) {
    sscanf(digits, "%lf", &number);
    sum += number + strtod(digits, 0);
  }
}
