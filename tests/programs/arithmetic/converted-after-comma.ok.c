// A constant behind a comma is converted, which is no overflow: also where the comma is what is left of a product with 0.
#include <stdio.h>

int main(void) {
  volatile int zero = 0;
  int a = zero;
  short b = -32768;
  printf("%d\n", (int)((void)a, 4294967295U));
  b = ((a & 0) == (b * 0)) + 70000UL;
  printf("%d\n", b);
  b = ((((a & 0) == (b * 0)) + ((-3) ^ (31LU + 31L))) & ((unsigned long)((3 ? 2U : 40LU) + (-3L))));
  printf("%d\n", b);
}
