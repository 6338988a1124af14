// What is set and unset again leaves no trace in the environment.
#include <gmc.h>
#include <stdlib.h>

int main(void) {
  if (gmc_choose(2)) {
    setenv("MODE", "fast", 1);
    unsetenv("MODE");
  }
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(getenv("MODE") == NULL);
  return 0;
}
