// A string of the program's own that became part of the environment is part of the state.
#include <gmc.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *entry = malloc(8);
  strcpy(entry, "A=1");
  if (gmc_choose(2)) putenv(entry);
  else free(entry);
  entry = NULL;
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(getenv("A") == NULL); //~ assertion
  return 0;
}
