// One of two files is written to, whichever it is.
#include <gmc.h>
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
  FILE *one = fopen("/tmp/one", "w"), *two = fopen("/tmp/two", "w");
  FILE *chosen = gmc_choose(2) ? one : two, *other = chosen == one ? two : one;
  one = two = NULL;
  for (int i = 0; i < 4; i++) gmc_choose(2);
  fputs("text", chosen);
  fclose(chosen);
  fclose(other);
  struct stat now, then;
  stat("/tmp/one", &then);
  stat("/tmp/two", &now);
  gmc_assert(now.st_size + then.st_size == 4);
  return 0;
}
