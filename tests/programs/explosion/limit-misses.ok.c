// An error after four events, where three are followed.
//@ check: --limit on_event=3
//@ unknown: runs with more than 3 calls of on_event
//@ states: 5
#include <gmc.h>

static int events;

static void on_event(void) {
  events++;
}

int main(void) {
  for (;;) {
    if (gmc_choose(2))
      on_event();
    gmc_assert(events < 5);
  }
}
