// Limits are part of the state.
#include <gmc.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit limit = {.rlim_cur = 64, .rlim_max = 64};
  setrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 32;
  if (gmc_choose(2)) setrlimit(RLIMIT_NOFILE, &limit);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  getrlimit(RLIMIT_NOFILE, &limit);
  gmc_assert(limit.rlim_cur == 64); //~ assertion
  return 0;
}
