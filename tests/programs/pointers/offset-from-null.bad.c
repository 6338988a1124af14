// What is added to a null pointer leads nowhere.
#include <stddef.h>

int main(void) {
  char c[4] = {0};
  char *p = NULL;
  size_t n = 3;
  char *q = p + n;
  return *q; //~ null-dereference
}
