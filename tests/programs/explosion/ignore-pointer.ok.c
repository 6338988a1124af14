// An ignored pointer: what only it leads to makes no difference either, and does not leak as long as it points there.
//@ unknown: recent (gmc_ignore in
//@ states: 5
#include <gmc.h>
#include <stdlib.h>

static int *recent;

int main(void) {
  gmc_ignore(&recent);
  for (int i = 0; i < 3; i++) {
    int *next = malloc(sizeof *next);
    *next = (int)gmc_choose(50);
    free(recent);
    recent = next;
    gmc_yield();
  }
  free(recent);
  return 0;
}
