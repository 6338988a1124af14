// Every name is new, and names no file.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char first[L_tmpnam];
  if (tmpnam(first) != first || access(first, F_OK) == 0)
    return 1;
  char *second = tmpnam(NULL);
  printf("%d %d\n", strlen(second) < L_tmpnam, strcmp(first, second) != 0);
  return 0;
}
