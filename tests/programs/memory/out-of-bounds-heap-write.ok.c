// A loop that writes every element.
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  if (!p)
    return 2;
  for (int i = 0; i < 10; i++)
    p[i] = 'x';
  free(p);
  return 0;
}
