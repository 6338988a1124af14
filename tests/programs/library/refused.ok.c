// dlfcn.h, stdio.h, malloc.h: what gmc refuses, as its documents say, and what is in no library any more.
//@ native: no
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void cfree(void *);
extern char *tmpnam_r(char *);

int main(void) {
  char *arguments[] = {"true", NULL}, name[L_tmpnam];
  if (dlclose(arguments) != -1 || dlerror() == NULL) return 1;
  if (tmpnam_r(NULL) != NULL || tmpnam_r(name) != name || strncmp(name, "/tmp/", 5) != 0) return 2;
  cfree(malloc(10));
  return 0;
}
