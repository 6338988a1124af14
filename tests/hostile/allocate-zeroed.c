// Zeros, more and more of them.
#include <stdlib.h>
static void *kept[64];
int main(void) {
  for (int i = 0; i < 31; i++)
    kept[i] = calloc(1ul << i, 1);
  for (;;)
    ;
}
