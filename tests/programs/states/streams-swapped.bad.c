// Which file a stream writes to is part of the state, although both look alike.
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
  struct stat now;
  stat("/tmp/two", &now);
  gmc_assert(now.st_size == 4); //~ assertion
  return 0;
}
