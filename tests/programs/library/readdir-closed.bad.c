// A directory ends with closedir.
#include <dirent.h>

int main(void) {
  DIR *directory = opendir("/");
  if (!directory) return 1;
  closedir(directory);
  return readdir(directory) == 0; //~ bad-call
}
