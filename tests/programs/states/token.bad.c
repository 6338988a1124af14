// Where strtok goes on is part of the state.
#include <gmc.h>
#include <string.h>

int main(void) {
  char text[] = "a b c";
  strtok(text, " ");
  if (gmc_choose(2)) strtok(NULL, " ");
  text[3] = 0;
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(*strtok(NULL, " ") == 'b'); //~ assertion
  return 0;
}
