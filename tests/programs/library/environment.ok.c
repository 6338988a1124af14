// stdlib.h: the environment is changed, read, and cleared.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static void show(const char *name) {
  char *value = getenv(name);
  printf("%s=%s\n", name, value ? value : "(none)");
}

int main(void) {
  static char own[] = "OWN=first", bare[] = "OWN";
  if (clearenv() != 0 || getenv("PATH"))
    return 1;
  printf("%d", setenv("A", "1", 0));
  printf("%d", setenv("A", "2", 0));
  show("A");
  printf("%d", setenv("A", "3", 1));
  show("A");
  printf("%d", setenv("EMPTY", "", 1));
  show("EMPTY");
  printf("%d", putenv(own));
  show("OWN");
  // The string is the program's, and stays in the environment.
  strcpy(own + 4, "later");
  show("OWN");
  printf("%s\n", secure_getenv("OWN"));
  int count = 0;
  for (char **entry = environ; *entry; entry++)
    count++;
  printf("%d entries\n", count);
  printf("%d", unsetenv("A"));
  show("A");
  printf("%d", unsetenv("NEVER"));
  printf("%d", putenv(bare));
  show("OWN");
  errno = 0;
  printf("%d %d ", setenv("", "x", 1), errno == EINVAL);
  errno = 0;
  printf("%d %d ", setenv("B=C", "x", 1), errno == EINVAL);
  errno = 0;
  printf("%d %d\n", unsetenv("B=C"), errno == EINVAL);
  if (clearenv() != 0)
    return 2;
  show("EMPTY");
  return 0;
}
