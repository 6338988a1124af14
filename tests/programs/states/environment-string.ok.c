// A string that the environment holds is not lost: it belongs to the environment from then on.
#include <gmc.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *entry = malloc(8);
  strcpy(entry, "A=1");
  putenv(entry);
  entry = NULL;
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(getenv("A")[0] == '1');
  return 0;
}
