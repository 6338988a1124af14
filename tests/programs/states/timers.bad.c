// Timers are part of the state: which numbers are taken shows later.
#include <gmc.h>
#include <signal.h>
#include <time.h>

int main(void) {
  timer_t first, second;
  timer_create(CLOCK_REALTIME, NULL, &first);
  if (gmc_choose(2)) timer_delete(first);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  timer_create(CLOCK_REALTIME, NULL, &second);
  gmc_assert(second != first); //~ assertion
  return 0;
}
