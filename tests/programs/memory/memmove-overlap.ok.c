// memmove may overlap, in both directions; memcpy of nothing may too.
#include <string.h>

int main(void) {
  char s[] = "0123456789";
  memmove(s + 2, s, 5);
  if (strcmp(s, "0101234789"))
    return 2;
  memmove(s, s + 1, 9);
  if (strcmp(s, "1012347899"))
    return 3;
  memcpy(s, s, 0);
  return 0;
}
