// A page is asked for, and as many bytes as were asked for are there.
#define _DEFAULT_SOURCE
#include <stdlib.h>

int main(void) {
  char *page = valloc(100);
  if (!page)
    return 0;
  page[99] = 1;
  free(page);
  return 0;
}
