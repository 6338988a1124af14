// setlocale with a name that was freed.
#include <locale.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *name = strdup("C");
  if (!name)
    return 0;
  free(name);
  char *result = setlocale(LC_ALL, name); //~ use-after-free
  return !result;
}
