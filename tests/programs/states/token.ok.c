// Two ways to the same place: strtok goes on there.
#include <gmc.h>
#include <string.h>

int main(void) {
  char text[] = "a b c";
  strtok(text, " ");
  if (gmc_choose(2)) {
    strtok(NULL, " ");
    text[1] = text[3] = ' ';
    strtok(text, " ");
    text[3] = 0;
  }
  text[3] = 0;
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(*strtok(NULL, " ") == 'b');
  return 0;
}
