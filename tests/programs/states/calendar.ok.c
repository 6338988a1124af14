// Memory of one's own for the time stays as it is.
#include <gmc.h>
#include <time.h>

int main(void) {
  time_t day = 86400, next = 2 * day;
  struct tm first;
  gmtime_r(&day, &first);
  if (gmc_choose(2)) gmtime(&next);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(first.tm_mday == 2);
  return 0;
}
