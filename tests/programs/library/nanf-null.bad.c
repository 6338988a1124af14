// nanf reads a string, also an empty one.
#include <math.h>
#include <stddef.h>

int main(void) {
  const char *volatile tag = NULL;
  return !isnan(nanf(tag)); //~ null-dereference
}
