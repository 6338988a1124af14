// A thousand megabytes at once, all of them set.
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *all = malloc(1 << 30);
  if (!all)
    return 0;
  for (int value = 0;; value++)
    memset(all, value, 1 << 30);
}
