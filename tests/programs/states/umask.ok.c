// What new files do not allow is what was said last.
#include <gmc.h>
#include <sys/stat.h>

int main(void) {
  if (gmc_choose(2)) umask(077);
  umask(022);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(umask(0) == 022);
  return 0;
}
