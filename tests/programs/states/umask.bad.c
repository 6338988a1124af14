// What new files do not allow is part of the state.
#include <gmc.h>
#include <sys/stat.h>

int main(void) {
  umask(022);
  if (gmc_choose(2)) umask(077);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(umask(0) == 022); //~ assertion
  return 0;
}
