// Megabytes that are kept.
#include <stdlib.h>
static void *kept[1 << 20];
int main(void) {
  for (int i = 0;; i++)
    kept[i] = malloc(1 << 20);
}
