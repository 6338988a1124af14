// An error after two events, where three are followed.
//@ check: --limit on_event=3
#include <gmc.h>

static int events;

static void on_event(void) {
  events++;
}

int main(void) {
  for (;;) {
    if (gmc_choose(2))
      on_event();
    gmc_assert(events < 2); //~ assertion
  }
}
