// Going away and coming back leaves no trace.
#include <gmc.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char name[64];
  chdir("/tmp");
  if (gmc_choose(2)) {
    chdir("/");
    chdir("tmp");
  }
  for (int i = 0; i < 4; i++) gmc_choose(2);
  getcwd(name, sizeof name);
  gmc_assert(strcmp(name, "/tmp") == 0);
  return 0;
}
