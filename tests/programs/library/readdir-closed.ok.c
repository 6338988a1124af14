// A directory ends with closedir.
#include <dirent.h>

int main(void) {
  DIR *directory = opendir("/");
  if (!directory) return 1;

  int none = readdir(directory) == 0;
  closedir(directory);
  return none;
}
