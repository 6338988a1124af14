// stdlib.h: realpath, into a place that is given and into one of its own.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static const char *const names[] = {"/", "/..", "/usr", "/usr/", "//usr/./../usr/include/..", "/usr/include/stdio.h"};
  char place[PATH_MAX];
  for (int i = 0; i < 6; i++) {
    char *own = realpath(names[i], NULL);
    if (!own || realpath(names[i], place) != place || strcmp(own, place) != 0)
      return 1;
    printf("%s\n", own);
    free(own);
  }
  errno = 0;
  printf("%d", realpath("/usr/no such file", NULL) == NULL);
  printf(" %d", errno == ENOENT);
  errno = 0;
  printf(" %d", realpath("/usr/include/stdio.h/", NULL) == NULL);
  printf(" %d", errno == ENOTDIR);
  errno = 0;
  printf(" %d", realpath("", NULL) == NULL);
  printf(" %d\n", errno == ENOENT);
  return 0;
}
