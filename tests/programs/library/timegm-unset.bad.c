// Some parts of a date were never set.
#include <time.h>

int main(void) {
  struct tm parts;
  parts.tm_year = 100;
  return timegm(&parts) == 0; //~ uninitialized-read: timegm
}
