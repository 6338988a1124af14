// The current directory is part of the state.
#include <gmc.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char name[64];
  chdir("/tmp");
  if (gmc_choose(2)) chdir("/");
  for (int i = 0; i < 4; i++) gmc_choose(2);
  getcwd(name, sizeof name);
  gmc_assert(strcmp(name, "/tmp") == 0); //~ assertion
  return 0;
}
