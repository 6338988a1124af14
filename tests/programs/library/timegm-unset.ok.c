// All parts of a date are set.
#include <time.h>

int main(void) {
  struct tm parts = {.tm_mday = 1};
  parts.tm_year = 100;
  return timegm(&parts) == 0;
}
