// The object that an ignored pointer holds leaks when the pointer is overwritten.
#include <gmc.h>
#include <stdlib.h>

static int *recent;

int main(void) {
  gmc_ignore(&recent);
  for (int i = 0; i < 3; i++) {
    int *next = malloc(sizeof *next); //~ memory-leak
    *next = (int)gmc_choose(50);
    recent = next;
    gmc_yield();
  }
  return 0;
}
