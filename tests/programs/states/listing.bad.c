// How far a directory was read is part of the state.
#include <dirent.h>
#include <gmc.h>
#include <string.h>

int main(void) {
  DIR *directory = opendir("/");
  long start = telldir(directory);
  if (gmc_choose(2)) readdir(directory);
  for (int i = 0; i < 4; i++) gmc_choose(2);
  gmc_assert(telldir(directory) == start); //~ assertion
  closedir(directory);
  return 0;
}
