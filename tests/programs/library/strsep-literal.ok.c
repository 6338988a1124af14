// strsep writes zero bytes into what it takes apart.
#define _GNU_SOURCE
#include <string.h>

int main(void) {
  char text[] = "a:b";
  char *rest = text;
  char *first = strsep(&rest, ":");
  return first != text || *rest != 'b';
}
