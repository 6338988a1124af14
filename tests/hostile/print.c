// A program that prints for ever.
#include <stdio.h>
int main(void) {
  for (unsigned n = 0;; n++)
    printf("%u bottles\n", n);
}
