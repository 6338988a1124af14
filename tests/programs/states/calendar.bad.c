// What localtime returned is part of the state: the next call writes to the same place.
#include <gmc.h>
#include <time.h>

int main(void) {
  time_t day = 86400, next = 2 * day;
  struct tm *first = gmtime(&day);
  if (gmc_choose(2)) gmtime(&next);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(first->tm_mday == 2); //~ assertion
  return 0;
}
