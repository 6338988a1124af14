// A choice in each round of a loop without an end.
#include <gmc.h>
int main(void) {
  for (unsigned long sum = 0;;)
    sum = sum * 7 + (unsigned)gmc_choose(1000);
}
