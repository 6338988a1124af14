// A limit is what was said last, each for itself.
#include <gmc.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit limit = {.rlim_cur = 32, .rlim_max = 64};
  if (gmc_choose(2)) setrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 64;
  setrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 16;
  setrlimit(RLIMIT_CORE, &limit);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  getrlimit(RLIMIT_NOFILE, &limit);
  gmc_assert(limit.rlim_cur == 64 && limit.rlim_max == 64);
  return 0;
}
