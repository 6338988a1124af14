// A number of two thousand million characters, again and again.
#include <stdio.h>
int main(void) {
  for (;;)
    printf("%2000000000d\n", 1);
}
