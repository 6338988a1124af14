// A timer that is deleted is forgotten, with what it was to send.
#include <gmc.h>
#include <signal.h>
#include <time.h>

int main(void) {
  timer_t first, second;
  timer_create(CLOCK_REALTIME, NULL, &first);
  if (gmc_choose(2)) {
    struct sigevent event = {.sigev_notify = SIGEV_NONE};
    event.sigev_value.sival_ptr = &event;
    timer_create(CLOCK_REALTIME, &event, &second);
    timer_delete(second);
  }
  for (int i = 0; i < 4; i++) gmc_choose(2);
  timer_create(CLOCK_REALTIME, NULL, &second);
  gmc_assert(second != first);
  return 0;
}
