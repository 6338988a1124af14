// The format is written over.
#include <stdio.h>

int main(void) {
  char format[16] = "<%d>";
  snprintf(format, sizeof format, format, 5); //~ overlapping-copy
  return format[0] - '<';
}
