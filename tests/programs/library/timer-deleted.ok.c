// A timer ends with timer_delete.
//@ native: no
#include <string.h>
#include <signal.h>
#include <time.h>

int main(void) {
  timer_t timer;
  struct itimerspec spec;
  memset(&spec, 0, sizeof spec);
  if (timer_create(CLOCK_REALTIME, NULL, &timer) != 0) return 1;

  return timer_settime(timer, 0, &spec, NULL);
}
