// What an invariant does is taken back, also what the library remembers of it: numbers that follow are the same.
#include <gmc.h>
#include <stdlib.h>
#include <string.h>

static int sound(void) {
  rand();
  setenv("LOOKED", "yes", 1);
  char text[] = "a b";
  strtok(text, " ");
  return 1;
}

int main(void) {
  srand(1);
  int first = rand();
  srand(1);
  gmc_invariant(sound);
  gmc_choose(2);
  gmc_choose(2);
  gmc_assert(getenv("LOOKED") == NULL);
  gmc_assert(rand() != first); //~ assertion
  return 0;
}
