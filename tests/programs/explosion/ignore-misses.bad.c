// The same without ignoring anything.
#include <gmc.h>

static unsigned requests;

int main(void) {
  for (;;) {
    if (gmc_choose(2))
      requests++;
    gmc_assert(requests < 5); //~ assertion
  }
}
