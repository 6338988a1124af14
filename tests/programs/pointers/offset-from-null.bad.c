// Nothing can be added to a null pointer.
#include <stddef.h>

int main(void) {
  char c[4] = {0};
  char *p = NULL;
  size_t n = 3;
  char *q = p + n; //~ invalid-pointer-operation
  return *q;
}
