// unistd.h, stdio.h, sys/stat.h, malloc.h: what gmc refuses, as its documents say, and what is in no library any more.
//@ native: no
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern void cfree(void *);
extern char *tmpnam_r(char *);

static int refuses(int result) {
  int is_refused = result == -1 && errno == ENOSYS;
  errno = 0;
  return is_refused;
}

int main(void) {
  char *arguments[] = {"true", NULL}, *nothing[] = {NULL}, name[L_tmpnam];
  if (!refuses(execv("/bin/true", arguments)) || !refuses(execve("/bin/true", arguments, nothing))) return 1;
  if (!refuses(execvp("true", arguments)) || !refuses(execle("/bin/true", "true", (char *)0, nothing))) return 2;
  if (!refuses(fexecve(0, arguments, nothing))) return 3;
  if (popen("true", "r") != NULL || errno != ENOSYS) return 4;
  if (dlclose(arguments) != -1 || dlerror() == NULL) return 6;
  if (tmpnam_r(NULL) != NULL || tmpnam_r(name) != name || strncmp(name, "/tmp/", 5) != 0) return 7;
  cfree(malloc(10));
  return 0;
}
